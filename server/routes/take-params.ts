import type { FastifyRequest } from "fastify";
import type { TakeName } from "../storage/takes/take-references.ts";
import { clientSession } from "./authentication.ts";

/** In the name space of the client who asks: no path leads to another's. */
export function takeNameOf(request: FastifyRequest<{ Params: { takeId: string } }>): TakeName {
  return { clientId: clientSession(request).clientId, takeId: request.params.takeId };
}
