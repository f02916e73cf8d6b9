import type { FastifyRequest } from "fastify";
import * as z from "zod";
import type { TakeName } from "../storage/takes/take-references.ts";
import { clientSession } from "./authentication.ts";

/** A UUID of whichever version. */
export const takeParamsSchema = z.object({ takeId: z.guid("Expected a UUID") });

/** In the name space of the client who asks: no path leads to another's. */
export function takeNameOf(request: FastifyRequest<{ Params: { takeId: string } }>): TakeName {
  return { clientId: clientSession(request).clientId, takeId: request.params.takeId };
}
