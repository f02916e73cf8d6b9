import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import {
  closeTakeRequestSchema,
  droppedTakeSchema,
  successSchema,
  type Take,
  type TakeState,
  takePartSchema,
  takeSchema,
} from "#contract/api/calls.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { TAKE_PART_MAX_BYTES, TAKE_PARTS_MAX } from "#contract/limits.ts";
import { CatalogueError } from "../http/errors.ts";
import { routeOf } from "../http/route.ts";
import type { TakeName } from "../storage/takes/take-references.ts";
import { closeTake } from "../takes/close-take.ts";
import { describeTake } from "../takes/describe-take.ts";
import { deleteTake } from "../takes/drop-take.ts";
import { receivePart } from "../takes/receive-part.ts";
import { clientSession } from "./authentication.ts";
import type { Dependencies } from "./dependencies.ts";
import { takeNameOf, takeParamsSchema } from "./take-params.ts";

/** One that failed is tried once more; one that waits already, or has its words, stays as it is. */
const RETRIABLE: TakeState[] = ["failed", "queued", "transcribed"];

/** Sound, as it came; its type is looked at in its bytes. */
const partBodySchema = z
  .custom<Buffer>(
    (body) => Buffer.isBuffer(body) && body.length > 0,
    `Expected 1 to ${TAKE_PART_MAX_BYTES} bytes`,
  )
  .meta({ type: "string", format: "binary" });

const partParamsSchema = takeParamsSchema.extend({
  part: z
    .string()
    .regex(/^(?:0|[1-9]\d*)$/, "Expected a whole number")
    .transform(Number)
    .pipe(z.number().max(TAKE_PARTS_MAX)),
});

export async function takeRoutes(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await app.register(async (scope) => partRoute(scope, dependencies));
  closingRoute(app, dependencies);
  droppingRoute(app, dependencies);
  const { storage, clock, wakeWorker } = dependencies;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const schema = { params: takeParamsSchema, response: { 200: successSchema(takeSchema) } };

  routes.route({
    ...routeOf(endpoints.take),
    schema: { summary: endpoints.take.summary, ...schema },
    handler: async (request) => ({ data: await tellTake(dependencies, takeNameOf(request)) }),
  });

  routes.route({
    ...routeOf(endpoints.retryTake),
    schema: { summary: endpoints.retryTake.summary, ...schema },
    async handler(request) {
      const name = takeNameOf(request);
      const state = await storage.takes.requeue(name, ["failed"], clock());
      if (state === "failed") wakeWorker();
      if (state && !RETRIABLE.includes(state)) throw new CatalogueError("TAKE_IN_USE");
      return { data: await tellTake(dependencies, name) };
    },
  });
}

/** In a scope of its own: nowhere else is sound a body, and here nothing else is. */
function partRoute(scope: FastifyInstance, { storage, clock, offersRecording }: Dependencies): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(/^audio\//i, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  scope.withTypeProvider<ZodTypeProvider>().route({
    ...routeOf(endpoints.takePart),
    bodyLimit: TAKE_PART_MAX_BYTES,
    schema: {
      summary: endpoints.takePart.summary,
      consumes: ["audio/*"],
      params: partParamsSchema,
      body: partBodySchema,
      response: { 200: successSchema(takePartSchema) },
    },
    onRequest: async () => refuseUnlessOffered(offersRecording),
    async handler(request) {
      const { body } = request;
      const { takeId, part } = request.params;
      const { clientId, tokenHash } = clientSession(request);
      const sha256 = await receivePart(storage, { clientId, tokenHash, takeId, part, body, now: clock() });
      return { data: { sha256 } };
    },
  });
}

function closingRoute(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, asked, clock, offersRecording, wakeWorker } = dependencies;
  app.withTypeProvider<ZodTypeProvider>().route({
    ...routeOf(endpoints.closeTake),
    schema: {
      summary: endpoints.closeTake.summary,
      params: takeParamsSchema,
      body: closeTakeRequestSchema,
      response: { 200: successSchema(takeSchema) },
    },
    onRequest: async () => refuseUnlessOffered(offersRecording),
    async handler(request) {
      const name = takeNameOf(request);
      const { tokenHash } = clientSession(request);
      await closeTake(storage, asked.interview, { name, request: request.body, now: clock(), tokenHash });
      wakeWorker();
      return { data: await tellTake(dependencies, name) };
    },
  });
}

function droppingRoute(app: FastifyInstance, { storage, audio, clock }: Dependencies): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    ...routeOf(endpoints.dropTake),
    schema: {
      summary: endpoints.dropTake.summary,
      params: takeParamsSchema,
      response: { 200: successSchema(droppedTakeSchema) },
    },
    async handler(request) {
      const name = takeNameOf(request);
      const { clientId, takeId: detail } = name;
      const event = { at: clock(), actor: clientId, clientId, requestId: request.id, detail };
      const outcome = await deleteTake(
        { storage, audio },
        { ...name, at: event.at, onlyIfDue: false },
        { ...event, kind: "take.deleted" },
      );
      if (outcome === "missing") throw new CatalogueError("NOT_FOUND");
      if (outcome === "kept") throw new CatalogueError("TAKE_IN_USE");
      return { data: {} };
    },
  });
}

async function tellTake(kept: Pick<Dependencies, "storage" | "audio">, name: TakeName): Promise<Take> {
  const take = await describeTake(kept, name);
  if (!take) throw new CatalogueError("NOT_FOUND");
  return take;
}

function refuseUnlessOffered(offersRecording: boolean): void {
  if (!offersRecording) throw new CatalogueError("RECORDING_NOT_OFFERED");
}
