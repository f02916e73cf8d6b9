import pino, { type DestinationStream, type Level } from "pino";
import { StorageRefusal, StorageUnavailable } from "../storage/engine/faults.ts";

/**
 * What the log says of an error: what it is and where it was thrown. Its message only where the words are known to be
 * ours, SQLite's or the system's: any other may quote what was being read, as JSON.parse quotes an answer.
 */
export type LoggedError = {
  type: string;
  message?: string;
  code?: string;
  /** Of the operating system: what it was asked, and for which file of ours. */
  syscall?: string;
  path?: string;
  /** The frames of the stack, from the innermost on. */
  at?: string[];
  cause?: LoggedError;
};

/** Deeper than anything wraps. */
const CAUSES_MAX = 5;
const FRAMES_MAX = 30;
const WORD = /^[\w.:-]{1,60}$/;
const FRAME = /^ {4}at .+$/;

/** A log of one JSON value a line, to that stream. Nothing in it quotes an answer, whatever goes wrong. */
export function openLog(level: Level | "silent", stream: DestinationStream) {
  return pino({ level, serializers: { err: (error: unknown) => loggedError(error) } }, stream);
}

export type Log = ReturnType<typeof openLog>;

/** What nobody catches goes into the log like any other error, and not to the standard error output, and ends the process. */
export function logCrash(log: Pick<Log, "fatal">, flush: () => void): void {
  process.once("uncaughtException", (error) => {
    log.fatal({ err: error }, "unexpected error outside of any request; the server ends");
    flush();
    process.exit(1);
  });
}

function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, cause } = error as NodeJS.ErrnoException;
  const message = knownWords(error);
  return {
    type: wordOr(error.name, "Error"),
    ...(message !== undefined && { message }),
    ...(typeof code === "string" && { code: wordOr(code, "?") }),
    ...ofSystem(error),
    at: framesOf(error),
    ...(cause !== undefined && depth < CAUSES_MAX && { cause: loggedError(cause, depth + 1) }),
  };
}

function knownWords(error: Error): string | undefined {
  if (error instanceof StorageUnavailable || error instanceof StorageRefusal) return error.message;
  // SQLite's fixed sentence for its result code; its own message can quote SQL
  return "errstr" in error && "errcode" in error
    ? `${String(error.errstr)} (${String(error.errcode)})`
    : undefined;
}

function ofSystem(error: Error): Pick<LoggedError, "syscall" | "path"> {
  const { errno, syscall, path } = error as NodeJS.ErrnoException;
  if (errno === undefined || syscall === undefined) return {};
  return { syscall: wordOr(syscall, "?"), ...(path !== undefined && { path }) };
}

function wordOr(text: unknown, other: string): string {
  return typeof text === "string" && WORD.test(text) ? text : other;
}

/** V8 writes the message above the frames, and a message may look like a frame. */
function framesOf({ stack = "", message }: Error): string[] {
  const place = stack.indexOf(message);
  if (place < 0) return [];
  const lines = stack.slice(place + message.length).split("\n");
  return lines
    .filter((line) => FRAME.test(line))
    .slice(0, FRAMES_MAX)
    .map((line) => line.trim().slice("at ".length));
}
