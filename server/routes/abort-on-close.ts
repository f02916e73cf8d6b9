import type { FastifyReply } from "fastify";

/** A signal that aborts the work for an answer when the caller disconnects. */
export function abortOnClose(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => controller.abort());
  return controller.signal;
}
