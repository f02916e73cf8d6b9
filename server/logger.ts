import pino, { type DestinationStream, type Logger } from "pino";
import type { Config } from "./config.ts";
import { loggedError } from "./logged-error.ts";

/** One JSON record a line, with `time`, `level` and `msg`; errors without what they were given (`logged-error.ts`). */
export function createLogger(level: Config["logLevel"], stream: DestinationStream): Logger {
  return pino({ level, serializers: { err: (error: unknown) => loggedError(error) } }, stream);
}
