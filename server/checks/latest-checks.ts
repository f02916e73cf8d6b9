import * as z from "zod/mini";
import { HOUR_MS, isoOf } from "#contract/instants.ts";
import { CHECKS_TIME_LIMIT_MS, type Check, type Checks, checkSchema } from "#contract/manage/checks.ts";
import { type ProgramEnd, runProgram } from "../runtime/run-program.ts";

const FRESH_MS = HOUR_MS;
const OUTPUT_MAX_BYTES = 1_048_576;
const REASON_MAX_BYTES = 4_096;
/** Time to end Chromium and other programs, and to delete their folders. */
const GRACE_MS = 3_000;

/** Runs all checks. Rejects if they could not be run. */
export type MakeChecks = (signal: AbortSignal) => Promise<Check[]>;

export type LatestChecks = {
  /** At most an hour old. Simultaneous callers share one run. */
  read(): Promise<Checks>;
  again(): Promise<Checks>;
  /** Stops a running check, and resolves when its process has ended. */
  stop(): Promise<void>;
};

type Making = { clock: () => number; make?: MakeChecks };

/** Runs the doctor for this server and caches its findings. */
export function latestChecks({ clock, make = runDoctor }: Making): LatestChecks {
  const stopping = new AbortController();
  let latest: { at: number; checks: Checks } | undefined;
  let underWay: Promise<Checks> | undefined;

  async function run(): Promise<Checks> {
    const checks = await make(stopping.signal).catch((error: Error) => [notMade(error)]);
    const at = clock();
    latest = { at, checks: { checkedAt: isoOf(at), checks } };
    return latest.checks;
  }

  function again(): Promise<Checks> {
    underWay ??= run().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  return {
    read: async () => (latest && Math.abs(clock() - latest.at) < FRESH_MS ? latest.checks : again()),
    again,
    async stop() {
      stopping.abort();
      await underWay;
    },
  };
}

function notMade({ message }: Error): Check {
  return {
    name: "checks",
    state: "failed",
    found: `The checks could not be made: ${message}`,
    advice: 'Run "firsthand doctor" on the server.',
  };
}

const reportSchema = z.object({ checks: z.array(checkSchema) });

/** In a separate process, because it reads the whole audit log and starts programs, which must not delay requests. */
const runDoctor: MakeChecks = async (signal) => {
  const [node, program = ""] = process.argv;
  const end = await runProgram({
    command: [node ?? process.execPath, program, "doctor", "--json"],
    folder: process.cwd(),
    env: process.env,
    timeLimitMs: CHECKS_TIME_LIMIT_MS,
    outputMaxBytes: OUTPUT_MAX_BYTES,
    errorMaxBytes: REASON_MAX_BYTES,
    signal,
    graceMs: GRACE_MS,
  });
  return reportSchema.parse(JSON.parse(outputOf(end))).checks;
};

/** Its exit code is 1 if a check failed, and it prints its report in this case too. */
function outputOf(end: ProgramEnd): string {
  if (end.kind !== "exited") throw new Error(`Their process ended: ${end.kind}.`);
  const output = end.output.toString("utf8");
  if (output === "") throw new Error(end.errors.trim() || `Their process ended with ${end.code}.`);
  return output;
}
