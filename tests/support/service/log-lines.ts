/**
 * All that a line of the log may say (promise P35): times, ids, states and words of our own. A field for anything else
 * has to be thought of here first.
 */
const FIELDS = [
  ["level", "time", "pid", "hostname", "msg", "reqId"],
  // of a request
  ["method", "route", "status", "ms", "code"],
  // of a fault
  ["err", "reason", "refusal", "cause", "state"],
  // of a job, and what it was about
  ["job", "kind", "attempts", "waitMs", "clientId", "takeId", "mailId", "messageId", "webhookId"],
  // of the server itself
  ["signal", "drainSeconds", "auditHead", "erased", "waiting", "owners", "backup"],
].flat();
const ERROR_FIELDS = ["type", "message", "code", "syscall", "path", "at", "cause"];

export type LogLine = {
  level: number;
  msg: string;
  reqId?: string;
  err?: { type: string; message?: string; at?: string[] };
  [field: string]: unknown;
};

export function readLog(lines: readonly string[]): LogLine[] {
  return lines.map((line) => JSON.parse(line) as LogLine);
}

/** What stands in a log that nobody has allowed, each once. */
export function strangeFields(lines: readonly LogLine[]): string[] {
  const found = lines.flatMap((line) => [
    ...Object.keys(line).filter((name) => !FIELDS.includes(name)),
    ...errorsOf(line.err).flatMap((error) =>
      Object.keys(error)
        .filter((name) => !ERROR_FIELDS.includes(name))
        .map((name) => `err.${name}`),
    ),
  ]);
  return [...new Set(found)];
}

function errorsOf(error: unknown): object[] {
  if (typeof error !== "object" || error === null) return [];
  return [error, ...errorsOf((error as { cause?: unknown }).cause)];
}
