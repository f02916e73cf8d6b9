import pino, { type DestinationStream, type Level } from "pino";
import { StorageRefusal, StorageUnavailable } from "../storage/engine/faults.ts";

/**
 * An error as logged: its type and where it was thrown. The message is included only if the words are ours, SQLite's or
 * the system's; any other message may quote data, as JSON.parse quotes an answer.
 */
export type LoggedError = {
  type: string;
  message?: string;
  code?: string;
  /** For a system error: the system call, and the path of our file. */
  syscall?: string;
  path?: string;
  /** Stack frames, innermost first. */
  at?: string[];
  cause?: LoggedError;
};

/** Deeper than any real chain of causes. */
const CAUSES_MAX = 5;
const FRAMES_MAX = 30;
const WORD = /^[\w.:-]{1,60}$/;
const FRAME = /^ {4}at .+$/;

/** Opens a log of one JSON value per line. Whatever goes wrong, no entry quotes an answer. */
export function openLog(level: Level | "silent", stream: DestinationStream) {
  return pino({ level, serializers: { err: (error: unknown) => loggedError(error) } }, stream);
}

export type Log = ReturnType<typeof openLog>;

/** Logs an uncaught exception like any other error, instead of printing it to standard error, and ends the process. */
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

/** V8 writes the message above the frames, and a message may itself look like a frame. */
function framesOf({ stack = "", message }: Error): string[] {
  const place = stack.indexOf(message);
  if (place < 0) return [];
  const lines = stack.slice(place + message.length).split("\n");
  return lines
    .filter((line) => FRAME.test(line))
    .slice(0, FRAMES_MAX)
    .map((line) => line.trim().slice("at ".length));
}
