import type { FastifyReply } from "fastify";

/** Ends work for an answer whose caller has gone. */
export function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => controller.abort());
  return controller.signal;
}
