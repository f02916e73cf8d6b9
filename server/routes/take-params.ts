import type { FastifyRequest } from "fastify";
import type { TakeName } from "../storage/takes/take-references.ts";
import { clientSession } from "./authentication.ts";

/** The name includes the signed-in client's id, so no request can reach another client's recording. */
export function takeNameOf(request: FastifyRequest<{ Params: { takeId: string } }>): TakeName {
  return { clientId: clientSession(request).clientId, takeId: request.params.takeId };
}
