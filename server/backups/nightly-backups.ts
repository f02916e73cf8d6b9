import { statSync } from "node:fs";
import type { FastifyBaseLogger } from "fastify";
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from "#contract/instants.ts";
import { runProgram } from "../runtime/run-program.ts";
import { startOfDay } from "../settings/start-of-day.ts";
import type { WallClock } from "../settings/wall-clock.ts";
import { backupsIn, newestBy } from "./backup-folder.ts";

/** By the provider's clock, when the fewest clients are at it. */
export const NIGHTLY_HOUR = 3;

const LOOK_EVERY_MS = MINUTE_MS;
const RETRY_AFTER_MS = HOUR_MS;
const TIME_LIMIT_MS = 6 * HOUR_MS;
const REASON_MAX_BYTES = 4_096;

/** Makes a backup unless one was made since then, and copies what object storage lacks. Rejects with what kept it. */
export type RunBackup = (since: number, signal: AbortSignal) => Promise<void>;

export type Nights = {
  folder: string;
  databaseFile: string;
  wall: WallClock;
  clock: () => number;
  logger: Pick<FastifyBaseLogger, "info" | "error">;
  run?: RunBackup;
};

export type NightlyBackups = {
  /** The newest that is there; undefined without a backup. */
  newest(): { madeAt: number; bytes: number } | undefined;
  /** Whether the last try failed. */
  isFailing(): boolean;
  /** Looks whether one is due. To be called now and then; settles when what was due is done or has failed. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

/** Makes one backup each night; where the server was off, as soon as it is on again; and again an hour after a failure. */
export function nightlyBackups(nights: Nights): NightlyBackups {
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
    // a clock that was set back must not keep it for ever
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

/** The newest instant up to now at which it was that hour where the provider is. */
export function lastNight(wall: WallClock, now: number): number {
  const { day, hour } = wall(now);
  const nightOf = (date: string) => startOfDay(wall, date) + NIGHTLY_HOUR * HOUR_MS;
  return hour >= NIGHTLY_HOUR ? Math.min(nightOf(day), now) : nightOf(wall(now - DAY_MS / 2).day);
}

/** When there was last a backup, or the database itself was made. */
function startedAt({ folder, databaseFile }: Nights, now: number): number {
  return newestBy(backupsIn(folder), now)?.madeAt ?? statSync(databaseFile).birthtimeMs;
}

/** In a process apart, which holds up no request and may fail alone. */
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
