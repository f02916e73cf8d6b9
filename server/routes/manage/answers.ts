import type { FastifyInstance } from "fastify";
import { questionsOf } from "#contract/interview/interview.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { readRecord } from "../../clients/read-record.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { answerForClient } from "../../records/answer-for-client.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { sendSound } from "../take-audio.ts";
import { askedClient, ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";

/** A client's answers: reading them, playing recordings, and answering on the client's behalf. */
export function answerRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  serve(app, manageEndpoints.readRecord, async (request) => {
    const { clientId, version } = await askedClient(dependencies, request);
    return await readRecord({ ...dependencies, asked: version.asked }, clientId);
  });

  serve(app, manageEndpoints.answerFor, async (request) => {
    const { storage, book, clock } = dependencies;
    const { clientId, version } = await askedClient(dependencies, request);
    const { manager } = signedInManager(request);
    const question = questionsOf(version.asked.interview).find(({ id }) => id === request.params.questionId);
    if (!question) throw new CatalogError("NOT_FOUND");
    const actor = actorOf(request, clock());
    const answering = { ...request.body, clientId, question, manager, actor };
    const outcome = await answerForClient(storage, { version, book }, answering);
    if (outcome.kind === "invalid") throw new CatalogError("VALIDATION_ERROR", { details: outcome.details });
    if (outcome.kind === "conflict") throw new CatalogError("CONFLICT", { revision: outcome.revision });
    return { revision: outcome.revision };
  });

  serve(app, manageEndpoints.hearTake, async (request, reply) => {
    const { clientId } = await ownClient(dependencies, request);
    return sendSound(dependencies, { clientId, takeId: request.params.takeId }, reply);
  });
}
