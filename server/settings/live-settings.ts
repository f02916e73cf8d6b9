import type { FastifyBaseLogger } from "fastify";
import { lookAgain } from "../runtime/look-again.ts";
import type { Storage } from "../storage/storage.ts";
import {
  type GivenSettings,
  type SettingsInForce,
  settingsInForce,
  unreadSettings,
} from "./settings-in-force.ts";

/** The settings in force at each moment, whichever server they were changed at. */
export type LiveSettings = Pick<SettingsInForce, "get"> & {
  /** All of one moment. */
  now(): SettingsInForce;
  /** Reads what is stored now, as after a change. */
  refresh(): Promise<void>;
  /** Called after each change that was noticed. */
  onChange(listener: () => void): void;
  stop(): void;
};

type LiveSettingsOptions = {
  storage: Pick<Storage, "settings">;
  config: GivenSettings;
  logger: Pick<FastifyBaseLogger, "info" | "warn">;
  pollMs?: number;
};

/** A change at another server is in force here within three seconds. */
const POLL_MS = 2_000;

/** Reads the settings, and looks again and again whether there are newer ones. Rejects with StorageUnavailable. */
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
    // of two readings, the one that began later may end first
    if (newest.version <= inForce.version) return;
    inForce = newest;
    for (const listener of listeners) listener();
  }

  const stop = lookAgain({
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

/** For the length of one command. */
export async function readSettings(
  storage: Pick<Storage, "settings">,
  config: GivenSettings,
): Promise<SettingsInForce> {
  return settingsInForce(config, await storage.settings.list());
}
