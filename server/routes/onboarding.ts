import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import {
  askedBackSchema,
  NO_ASK_SEEN,
  SEEN_ASKS_HEADER,
  savedSchema,
  saveRequestSchema,
  statusSchema,
  successSchema,
} from "#contract/api/calls.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { etagOf, revisionOf } from "#contract/api/etag.ts";
import { isoOf } from "#contract/instants.ts";
import { IDEMPOTENCY_KEY_MAX_LENGTH } from "#contract/limits.ts";
import { storedRecordSchema } from "#contract/record/record.ts";
import { readAskedBack } from "../clients/threads.ts";
import { compressAnswer } from "../http/content-encoding.ts";
import { CatalogueError } from "../http/errors.ts";
import { routeOf } from "../http/route.ts";
import { saveRecord } from "../records/save-record.ts";
import { statusOf } from "../records/status.ts";
import { clientSession } from "./authentication.ts";
import type { Dependencies } from "./dependencies.ts";

const saveHeadersSchema = z.object({
  "if-match": z.string().optional(),
  [SEEN_ASKS_HEADER]: z.union([z.literal(NO_ASK_SEEN), z.iso.datetime()]).optional(),
  "idempotency-key": z.string().min(1).max(IDEMPOTENCY_KEY_MAX_LENGTH).optional(),
});

export function onboardingRoutes(
  app: FastifyInstance,
  { storage, asked, earlier, clock }: Dependencies,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(endpoints.load),
    onSend: compressAnswer,
    schema: {
      summary: endpoints.load.summary,
      response: { 200: successSchema(storedRecordSchema(asked.interview)) },
    },
    async handler(request, reply) {
      const stored = await storage.records.loadText(clientSession(request).clientId);
      if (!stored) throw new CatalogueError("NOT_FOUND", {}, { etag: etagOf(0) });
      reply.header("etag", etagOf(stored.revision)).type("application/json; charset=utf-8");
      // it was looked over when it was saved; a text is sent as it is
      return reply.send(`{"data":${stored.text}}` as never);
    },
  });

  routes.route({
    ...routeOf(endpoints.save),
    config: { ...routeOf(endpoints.save).config, guardsItsWrite: true },
    schema: {
      summary: endpoints.save.summary,
      headers: saveHeadersSchema,
      body: saveRequestSchema(asked.interview, earlier),
      response: { 200: successSchema(savedSchema) },
    },
    async handler(request, reply) {
      const outcome = await saveRecord(storage, asked, request.body, {
        clientId: clientSession(request).clientId,
        tokenHash: clientSession(request).tokenHash,
        now: clock(),
        requestId: request.id,
        expectedRevision: revisionOf(request.headers["if-match"]),
        idempotencyKey: request.headers["idempotency-key"],
        seenUntil: seenUntil(request.headers[SEEN_ASKS_HEADER]),
      });
      if (outcome.kind === "idempotency-mismatch") throw new CatalogueError("IDEMPOTENCY_MISMATCH");
      reply.header("etag", etagOf(outcome.revision));
      if (outcome.kind === "conflict") throw new CatalogueError("CONFLICT", { revision: outcome.revision });
      const { revision, savedAt, submittedAt } = outcome;
      return {
        data: {
          revision,
          savedAt: isoOf(savedAt),
          submittedAt: submittedAt === null ? null : isoOf(submittedAt),
        },
      };
    },
  });

  routes.route({
    ...routeOf(endpoints.status),
    schema: { summary: endpoints.status.summary, response: { 200: successSchema(statusSchema) } },
    handler: async (request: FastifyRequest) => {
      const summary = await storage.records.findSummary(clientSession(request).clientId);
      return { data: statusOf(asked.interview, summary) };
    },
  });

  routes.route({
    ...routeOf(endpoints.askedBack),
    schema: { summary: endpoints.askedBack.summary, response: { 200: successSchema(askedBackSchema) } },
    handler: async (request: FastifyRequest) => ({
      data: await readAskedBack(storage, clientSession(request).clientId),
    }),
  });
}

/** Whoever does not say has seen everything. */
function seenUntil(told: string | undefined): number | undefined {
  if (told === undefined) return undefined;
  return told === NO_ASK_SEEN ? Number.NEGATIVE_INFINITY : Date.parse(told);
}
