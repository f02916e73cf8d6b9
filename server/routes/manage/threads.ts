import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import { questionsOf } from "#contract/interview/interview.ts";
import { doneSchema } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import {
  approveRequestSchema,
  askBackRequestSchema,
  contentMark,
  threadsSchema,
} from "#contract/manage/threads.ts";
import { readThreads } from "../../clients/threads.ts";
import { CatalogueError } from "../../http/errors.ts";
import { routeOf } from "../../http/route.ts";
import { eventOf } from "../../managers/actor.ts";
import type { EventKind, StorageEvent } from "../../storage/audit/events.ts";
import type { ApproveOutcome, AskBackOutcome, ThreadAct } from "../../storage/follow-ups/threads.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { clientParamsSchema, ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";

const questionParamsSchema = clientParamsSchema.extend({ questionId: z.string().max(100) });
const done = { data: {} };
const doneResponse = { 200: successSchema(doneSchema) };

/** What a manager asks back and approves. */
export function threadRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, asked } = dependencies;
  const { interview } = asked;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.listThreads),
    schema: {
      summary: manageEndpoints.listThreads.summary,
      params: clientParamsSchema,
      response: { 200: successSchema(threadsSchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      return { data: { threads: await readThreads({ storage, interview }, clientId) } };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.askBack),
    schema: {
      summary: manageEndpoints.askBack.summary,
      params: questionParamsSchema,
      body: askBackRequestSchema,
      response: doneResponse,
    },
    async handler(request) {
      const { act, events } = await actAt(dependencies, request, "question.asked-back");
      const { text } = request.body;
      refuseUnlessDone(await storage.followUps.ask({ ...act, text }, events));
      return done;
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.takeBack),
    schema: {
      summary: manageEndpoints.takeBack.summary,
      params: questionParamsSchema,
      response: doneResponse,
    },
    async handler(request) {
      const { act, events } = await actAt(dependencies, request, "question.taken-back");
      if (!(await storage.followUps.withdraw(act, events))) throw new CatalogueError("NOT_ASKED");
      return done;
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.approve),
    schema: {
      summary: manageEndpoints.approve.summary,
      params: questionParamsSchema,
      body: approveRequestSchema,
      response: doneResponse,
    },
    async handler(request) {
      const { act, events } = await actAt(dependencies, request, "question.approved");
      const { revision } = request.body;
      const mark = (record: Parameters<typeof contentMark>[2]) =>
        contentMark(interview, act.questionId, record);
      refuseUnlessDone(await storage.followUps.approve({ ...act, revision, mark }, events));
      return done;
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.unapprove),
    schema: {
      summary: manageEndpoints.unapprove.summary,
      params: questionParamsSchema,
      response: doneResponse,
    },
    async handler(request) {
      const { act, events } = await actAt(dependencies, request, "question.unapproved");
      await storage.followUps.unapprove(act, events);
      return done;
    },
  });
}

type QuestionRequest = FastifyRequest<{ Params: { clientId: string; questionId: string } }>;
type Act = { act: ThreadAct; events: StorageEvent[] };

/** What is done at a question of one's own client, with its line in the audit trail. */
async function actAt(dependencies: Dependencies, request: QuestionRequest, kind: EventKind): Promise<Act> {
  const { clientId } = await ownClient(dependencies, request);
  const { questionId } = request.params;
  const { interview } = dependencies.asked;
  if (!questionsOf(interview).some(({ id }) => id === questionId)) throw new CatalogueError("NOT_FOUND");
  const { managerId } = signedInManager(request).manager;
  const at = dependencies.clock();
  const event = eventOf(actorOf(request, at), kind, { clientId, detail: questionId });
  return { act: { clientId, questionId, managerId, at }, events: [event] };
}

const REFUSALS = {
  gone: "NOT_FOUND",
  full: "THREAD_FULL",
  changed: "ANSWER_CHANGED",
  "asked-already": "ASKED_ALREADY",
  "nothing-there": "NOTHING_TO_APPROVE",
} as const satisfies { [Outcome in Exclude<AskBackOutcome | ApproveOutcome, "done">]: string };

function refuseUnlessDone(outcome: AskBackOutcome | ApproveOutcome): void {
  if (outcome !== "done") throw new CatalogueError(REFUSALS[outcome]);
}
