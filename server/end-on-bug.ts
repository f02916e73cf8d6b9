import type { FastifyBaseLogger } from "fastify";

/**
 * What nobody has caught, and a promise that nobody waited for, is a bug after which nothing is certain: it is logged like
 * every other error, without what the error was given, and the process ends. Whatever watches it starts it anew.
 */
export function endOnBug(logger: Pick<FastifyBaseLogger, "fatal">, flush: () => void): void {
  process.on("uncaughtException", (error) => {
    try {
      logger.fatal({ err: error }, "unexpected error: the server ends");
      flush();
    } finally {
      process.exit(1);
    }
  });
}
