import type { FastifyBaseLogger } from "fastify";
import { poll } from "../runtime/poll.ts";
import type { Storage } from "../storage/storage.ts";
import {
  type GivenSettings,
  type SettingsInForce,
  settingsInForce,
  unreadSettings,
} from "./settings-in-force.ts";

/** The settings in force at each moment, whichever server they were changed on. */
export type LiveSettings = Pick<SettingsInForce, "get"> & {
  /** A consistent snapshot of all settings. */
  now(): SettingsInForce;
  /** Reads the stored settings now, for example after a change. */
  refresh(): Promise<void>;
  /** The listener is called after each detected change. */
  onChange(listener: () => void): void;
  stop(): void;
};

type LiveSettingsOptions = {
  storage: Pick<Storage, "settings">;
  config: GivenSettings;
  logger: Pick<FastifyBaseLogger, "info" | "warn">;
  pollMs?: number;
};

/** Polling interval; a change on another server takes effect here within three seconds. */
const POLL_MS = 2_000;

/** Reads the settings and polls for newer ones. Rejects with StorageUnavailable. */
export async function openSettings(options: LiveSettingsOptions): Promise<LiveSettings> {
  const { storage, config, logger, pollMs = POLL_MS } = options;
  const listeners: (() => void)[] = [];
  let inForce = await read();

  async function read(): Promise<SettingsInForce> {
    const stored = await storage.settings.list();
    const unread = unreadSettings(stored);
    if (unread.length > 0) logger.warn({ settings: unread }, "settings of another release are left out");
    return settingsInForce(config, stored);
  }

  async function refresh(): Promise<void> {
    const newest = await read();
    // of two concurrent reads, the one that began earlier may end last with older values
    if (newest.version <= inForce.version) return;
    inForce = newest;
    for (const listener of listeners) listener();
  }

  const stop = poll({
    async look() {
      if ((await storage.settings.version()) > inForce.version) await refresh();
    },
    everyMs: pollMs,
    logger,
    failure: "could not look for changed settings; trying again",
  });

  return {
    now: () => inForce,
    get: (name) => inForce.get(name),
    refresh,
    onChange: (listener) => void listeners.push(listener),
    stop,
  };
}

/** Reads the settings once, for a command. */
export async function readSettings(
  storage: Pick<Storage, "settings">,
  config: GivenSettings,
): Promise<SettingsInForce> {
  return settingsInForce(config, await storage.settings.list());
}
