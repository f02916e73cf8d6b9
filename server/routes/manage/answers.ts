import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { readRecord } from "../../clients/read-record.ts";
import { serve } from "../../http/serve.ts";
import type { Dependencies } from "../dependencies.ts";
import { sendSound } from "../take-audio.ts";
import { ownClient } from "./clients.ts";

/** What a client has answered, to be read and heard. */
export function answerRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  serve(app, manageEndpoints.readRecord, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    return await readRecord(dependencies, clientId);
  });

  serve(app, manageEndpoints.hearTake, async (request, reply) => {
    const { clientId } = await ownClient(dependencies, request);
    return sendSound(dependencies, { clientId, takeId: request.params.takeId }, reply);
  });
}
