import { statSync } from "node:fs";
import type { FastifyBaseLogger } from "fastify";
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from "#contract/instants.ts";
import { runProgram } from "../runtime/run-program.ts";
import { startOfDay } from "../settings/start-of-day.ts";
import type { WallClock } from "../settings/wall-clock.ts";
import { backupsIn, newestBy } from "./backup-folder.ts";

/** In the provider's time zone, when the fewest clients are active. */
export const NIGHTLY_HOUR = 3;

const LOOK_EVERY_MS = MINUTE_MS;
const RETRY_AFTER_MS = HOUR_MS;
const TIME_LIMIT_MS = 6 * HOUR_MS;
const REASON_MAX_BYTES = 4_096;

/** Makes a backup unless one was made since then, and uploads what object storage lacks. Rejects on failure. */
export type RunBackup = (since: number, signal: AbortSignal) => Promise<void>;

export type NightlyBackupOptions = {
  folder: string;
  databaseFile: string;
  wall: WallClock;
  clock: () => number;
  logger: Pick<FastifyBaseLogger, "info" | "error">;
  run?: RunBackup;
};

export type NightlyBackups = {
  /** The newest existing backup; undefined without any backup. */
  newest(): { madeAt: number; bytes: number } | undefined;
  /** Whether the last attempt failed. */
  isFailing(): boolean;
  /** Checks whether a backup is due; call it regularly. Settles when a due backup is done or has failed. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

/** Makes one backup per night; after downtime, as soon as the server runs again; after a failure, an hour later. */
export function nightlyBackups(nights: NightlyBackupOptions): NightlyBackups {
  const { folder, clock, logger, run = runBackup } = nights;
  const stopping = new AbortController();
  let underWay: Promise<void> | undefined;
  let doneAt = Number.NEGATIVE_INFINITY;
  let failedAt: number | undefined;

  async function attempt(now: number): Promise<void> {
    try {
      const night = lastNight(nights.wall, now);
      if (failedAt === undefined && Math.max(doneAt, startedAt(nights, now)) >= night) return;
      await run(night, stopping.signal);
      doneAt = clock();
      failedAt = undefined;
      logger.info({ backup: backupsIn(folder)[0]?.name }, "the nightly backup is made");
    } catch (error) {
      if (stopping.signal.aborted) return;
      failedAt = clock();
      const { message: reason } = error as Error;
      logger.error({ reason }, "the nightly backup failed; it is tried again in an hour");
    }
  }

  async function look(): Promise<void> {
    const now = clock();
    // the absolute difference, so that a clock set back cannot block retries forever
    if (failedAt !== undefined && Math.abs(now - failedAt) < RETRY_AFTER_MS) return;
    underWay ??= attempt(now).finally(() => {
      underWay = undefined;
    });
    await underWay;
  }

  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return {
    newest: () => newestBy(backupsIn(folder), clock()),
    isFailing: () => failedAt !== undefined,
    look,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await underWay;
    },
  };
}

/** The latest time at or before now when it was the nightly hour in the provider's time zone. */
export function lastNight(wall: WallClock, now: number): number {
  const { day, hour } = wall(now);
  const nightOf = (date: string) => startOfDay(wall, date) + NIGHTLY_HOUR * HOUR_MS;
  return hour >= NIGHTLY_HOUR ? Math.min(nightOf(day), now) : nightOf(wall(now - DAY_MS / 2).day);
}

/** When the last backup was made, or else the database. */
function startedAt({ folder, databaseFile }: NightlyBackupOptions, now: number): number {
  return newestBy(backupsIn(folder), now)?.madeAt ?? statSync(databaseFile).birthtimeMs;
}

/** Runs in a separate process, which blocks no requests and cannot crash the server. */
const runBackup: RunBackup = async (since, signal) => {
  const [node, program = ""] = process.argv;
  const end = await runProgram({
    command: [node ?? process.execPath, program, "backup", "now", "--unless-since", isoOf(since)],
    folder: process.cwd(),
    env: process.env,
    timeLimitMs: TIME_LIMIT_MS,
    outputMaxBytes: 0,
    errorMaxBytes: REASON_MAX_BYTES,
    signal,
  });
  if (end.kind === "exited" && end.code === 0) return;
  throw new Error(end.kind === "exited" ? end.errors.trim() : `its process ended: ${end.kind}`);
};
