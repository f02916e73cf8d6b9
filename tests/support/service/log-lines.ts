/**
 * All fields that a log line may have (promise P35): times, ids, states and our own words. Add a field here before you
 * log it.
 */
const FIELDS = [
  ["level", "time", "pid", "hostname", "msg", "reqId"],
  // fields of a request
  ["method", "route", "status", "ms", "code"],
  // fields of a fault
  ["err", "reason", "refusal", "cause", "state"],
  // fields of a job and its subject
  ["job", "kind", "attempts", "waitMs", "clientId", "takeId", "mailId", "messageId", "webhookId"],
  // fields of the server itself
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

/** The fields in a log that are not allowed, each once. */
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
