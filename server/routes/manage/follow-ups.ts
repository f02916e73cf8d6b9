import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { contentMarkerOf } from "../../clients/content-marker.ts";
import { listFollowUps } from "../../clients/follow-ups.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { eventOf } from "../../managers/actor.ts";
import { readFollowUps } from "../../records/read-follow-ups.ts";
import type { EventKind, StorageEvent } from "../../storage/audit/events.ts";
import type { ActOnMany, ApproveOutcome } from "../../storage/follow-ups/approvals.ts";
import type { FollowUpAct } from "../../storage/follow-ups/follow-up-rows.ts";
import type { AskFollowUpOutcome } from "../../storage/follow-ups/follow-ups.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { askedClient, ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";

const done = {};

/** Calls for asking follow-ups and approving answers. */
export function followUpRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, mail } = dependencies;

  serve(app, manageEndpoints.listFollowUps, async (request) => {
    const { clientId, version } = await askedClient(dependencies, request);
    const { interview } = version.asked;
    return { followUps: await listFollowUps({ storage, interview }, mail, clientId) };
  });

  serve(app, manageEndpoints.listThreads, async (request) => {
    const { clientId, version } = await askedClient(dependencies, request);
    const { interview } = version.asked;
    return { threads: await readFollowUps({ storage, interview }, clientId) };
  });

  for (const call of [manageEndpoints.askFollowUp, manageEndpoints.askBack]) {
    serve(app, call, async (request) => {
      const { act, events } = await actAt(dependencies, request, "question.asked-back");
      const { text, sendNow = false } = request.body;
      refuseUnlessDone(await storage.followUps.ask({ ...act, text, isMailed: mail.isOn }, events));
      if (sendNow) await mailNow(dependencies, request, act.clientId);
      return done;
    });
  }

  for (const call of [manageEndpoints.withdrawFollowUp, manageEndpoints.takeBack]) {
    serve(app, call, async (request) => {
      const { act, events } = await actAt(dependencies, request, "question.taken-back");
      if (!(await storage.followUps.withdraw(act, events))) throw new CatalogError("NOT_ASKED");
      return done;
    });
  }

  serve(app, manageEndpoints.mailFollowUps, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    await mailNow(dependencies, request, clientId);
    return done;
  });

  serve(app, manageEndpoints.approve, async (request) => {
    await approve(dependencies, request, { ...request.body, questions: [request.params.questionId] });
    return done;
  });

  serve(app, manageEndpoints.unapprove, async (request) => {
    await unapprove(dependencies, request, [request.params.questionId]);
    return done;
  });

  serve(app, manageEndpoints.approveMany, async (request) => ({
    questions: await approve(dependencies, request, request.body),
  }));

  serve(app, manageEndpoints.unapproveMany, async (request) => ({
    questions: await unapprove(dependencies, request, request.body.questions),
  }));
}

/** Sends the client's pending follow-up mail now, even in quiet hours. */
async function mailNow(
  { storage, mail, clock }: Dependencies,
  request: FastifyRequest,
  clientId: string,
): Promise<void> {
  const { managerId: askedBy } = signedInManager(request).manager;
  const at = clock();
  const event = eventOf(actorOf(request, at), "mail.asked-for", { clientId, detail: "follow-up" });
  await storage.mail.hastenFollowUps({ clientId, askedBy, at }, [event]);
  mail.worker.wake();
}

type Read = { revision: number; questions: readonly string[] };

/** Returns the ids of the questions that were not approved before. */
async function approve(
  dependencies: Dependencies,
  request: ClientRequest,
  { revision, questions }: Read,
): Promise<string[]> {
  const { act, eventAt, interview } = await actAtMany(dependencies, request, questions);
  const approval = { ...act, ...contentMarkerOf(interview), revision };
  const outcome = await dependencies.storage.followUps.approve(approval, eventAt("question.approved"));
  if (outcome.kind !== "done") throw new CatalogError(REFUSALS[outcome.kind]);
  return outcome.approved;
}

/** Returns the ids of the questions that were approved before. */
async function unapprove(
  dependencies: Dependencies,
  request: ClientRequest,
  questions: readonly string[],
): Promise<string[]> {
  const { act, eventAt } = await actAtMany(dependencies, request, questions);
  return dependencies.storage.followUps.unapprove(act, eventAt("question.unapproved"));
}

type ClientRequest = FastifyRequest<{ Params: { clientId: string } }>;
type QuestionRequest = FastifyRequest<{ Params: { clientId: string; questionId: string } }>;
type Act = { act: FollowUpAct; events: StorageEvent[] };
type ActAtMany = {
  act: ActOnMany;
  eventAt: (kind: EventKind) => (questionId: string) => StorageEvent;
  /** The interview that the client answers. */
  interview: Interview;
};

/** An action on one question of the manager's own client, with its entry in the audit trail. */
async function actAt(dependencies: Dependencies, request: QuestionRequest, kind: EventKind): Promise<Act> {
  const { questionId } = request.params;
  const { act, eventAt } = await actAtMany(dependencies, request, [questionId]);
  const { questionIds: _, ...rest } = act;
  return { act: { ...rest, questionId }, events: [eventAt(kind)(questionId)] };
}

/** The same for several questions, with one entry each. */
async function actAtMany(
  dependencies: Dependencies,
  request: ClientRequest,
  questionIds: readonly string[],
): Promise<ActAtMany> {
  const { clientId, version } = await askedClient(dependencies, request);
  const asked = new Set(questionsOf(version.asked.interview).map(({ id }) => id));
  if (!questionIds.every((id) => asked.has(id))) throw new CatalogError("NOT_FOUND");
  const { managerId } = signedInManager(request).manager;
  const at = dependencies.clock();
  const actor = actorOf(request, at);
  return {
    act: { clientId, questionIds, managerId, at },
    interview: version.asked.interview,
    eventAt: (kind) => (questionId) => eventOf(actor, kind, { clientId, detail: questionId }),
  };
}

const REFUSALS = {
  gone: "NOT_FOUND",
  full: "THREAD_FULL",
  changed: "ANSWER_CHANGED",
  "asked-already": "ASKED_ALREADY",
  "nothing-there": "NOTHING_TO_APPROVE",
} as const satisfies { [Outcome in Exclude<AskFollowUpOutcome | ApproveOutcome["kind"], "done">]: string };

function refuseUnlessDone(outcome: AskFollowUpOutcome): void {
  if (outcome !== "done") throw new CatalogError(REFUSALS[outcome]);
}
