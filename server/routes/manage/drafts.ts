import type { FastifyInstance, FastifyRequest } from "fastify";
import { isoOf } from "#contract/instants.ts";
import { questionsOf } from "#contract/interview/interview.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import type { DraftName } from "../../storage/follow-ups/drafts.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { askedClient, ownClient } from "./clients.ts";

/** Unsent follow-ups: managers see only their own drafts. */
export function draftRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, clock } = dependencies;

  serve(app, manageEndpoints.listDrafts, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    const { managerId } = signedInManager(request).manager;
    const drafts = await storage.drafts.list({ clientId, managerId });
    return { drafts: drafts.map((draft) => ({ ...draft, changedAt: isoOf(draft.changedAt) })) };
  });

  serve(app, manageEndpoints.saveDraft, async (request) => {
    const { text, readAt } = request.body;
    const read = readAt === null ? null : Date.parse(readAt);
    const name = await nameOf(dependencies, request);
    const outcome = await storage.drafts.save({ ...name, text, readAt: read, at: clock() });
    if (outcome === "gone") throw new CatalogError("NOT_FOUND");
    if (outcome === "changed") throw new CatalogError("DRAFT_CHANGED");
    return { changedAt: isoOf(outcome.changedAt) };
  });

  serve(app, manageEndpoints.deleteDraft, async (request) => {
    await storage.drafts.delete(await nameOf(dependencies, request));
    return {};
  });
}

type QuestionRequest = FastifyRequest<{ Params: { clientId: string; questionId: string } }>;

async function nameOf(dependencies: Dependencies, request: QuestionRequest): Promise<DraftName> {
  const { clientId, version } = await askedClient(dependencies, request);
  const { questionId } = request.params;
  if (!questionsOf(version.asked.interview).some(({ id }) => id === questionId))
    throw new CatalogError("NOT_FOUND");
  return { clientId, questionId, managerId: signedInManager(request).manager.managerId };
}
