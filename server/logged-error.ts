/** An error as it may stand in the log. */
export type LoggedError = {
  type: string;
  message: string;
  /** Of the system, of Node, of the database or of a protocol. */
  code?: string | number;
  /** Where it was thrown: one line a call. */
  stack: string[];
  cause?: LoggedError;
};

const MESSAGE_MAX_LENGTH = 500;
const FRAMES_MAX = 20;
const CAUSES_MAX = 5;
const CODE = /^[\w.-]{1,60}$/;
/** Greedy: a parser quotes what it was given, with the quotation marks in it. */
const QUOTED = /(["`]).*\1|'[^']*'/gs;

/**
 * Only what we know of an error is logged. Parsers and databases put what they were given between quotation marks, or into
 * fields of their own: a piece of an answer, an address, a key. All of that is left out.
 */
export function loggedError(error: unknown, causes = CAUSES_MAX): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error", stack: [] };
  const { name, message, stack = "", cause } = error;
  const { errcode, code, syscall, path } = error as Error & { [field: string]: unknown };
  const known = [errcode, code].find(isCode);
  // of files, the system tells the path, which nobody outside has chosen; of connections an address that somebody may have
  const told = isCode(syscall) && typeof path !== "string" ? `${syscall} ${known}` : message;
  return {
    type: name,
    message: (typeof path === "string" ? told : told.replace(QUOTED, "…")).slice(0, MESSAGE_MAX_LENGTH),
    ...(known !== undefined && { code: known }),
    stack: framesOf(stack, message),
    ...(cause !== undefined && causes > 0 && { cause: loggedError(cause, causes - 1) }),
  };
}

function isCode(value: unknown): value is string | number {
  return typeof value === "number" || (typeof value === "string" && CODE.test(value));
}

/** The message stands before the frames, and may hold lines that look like them. */
function framesOf(stack: string, message: string): string[] {
  const place = stack.indexOf(message);
  if (place < 0) return [];
  return stack
    .slice(place + message.length)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "))
    .slice(0, FRAMES_MAX);
}
