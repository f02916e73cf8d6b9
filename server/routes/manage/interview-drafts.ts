import type { FastifyInstance } from "fastify";
import { isoOf } from "#contract/instants.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { InterviewFileError } from "../../interview-file/read-interview-file.ts";
import { type Definitions, definitionsOf } from "../../interviews/definition.ts";
import { readRevision, revisionText } from "../../interviews/draft-revision.ts";
import type { ListedInterview } from "../../interviews/interview-book.ts";
import { publishDraft, readDraft } from "../../interviews/manage-interviews.ts";
import { previewPublish } from "../../interviews/preview-publish.ts";
import { eventOf } from "../../managers/actor.ts";
import type { DraftName, SeenDraft } from "../../storage/interviews/interview-drafts.ts";
import type { Dependencies } from "../dependencies.ts";
import { actorOf } from "./request-actor.ts";

/** Drafts of interviews, and publishing them as versions. */
export function interviewDraftRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, book, clock } = dependencies;
  const { interviews } = storage;

  async function entryOf(interviewId: string): Promise<ListedInterview> {
    await book.refresh();
    const entry = book.catalog().find((each) => each.interviewId === interviewId);
    if (!entry) throw new CatalogError("NOT_FOUND");
    return entry;
  }

  serve(app, manageEndpoints.readInterviewDraft, async (request) => {
    const { interviewId, currentVersion: version } = await entryOf(request.params.interviewId);
    const draft = await interviews.findDraft(interviewId);
    const body = draft ? draft.body : await interviews.loadBody(interviewId, version ?? 0);
    if (body === undefined) throw new CatalogError("NOT_FOUND");
    const names = await storage.clients.namesOf(draft ? [draft.changedBy] : []);
    const entryNames = await interviews.listEntryNames();
    return {
      interview: body as InterviewDraft,
      revision: revisionText(draft ?? { version }),
      basedOn: draft ? draft.basedOn : version,
      changedAt: isoOf(draft?.changedAt),
      changedByName: (draft && names.get(draft.changedBy)) ?? null,
      entryNames: Object.fromEntries(entryNames),
      askedQuestions: book.askedIn(interviewId),
    };
  });

  serve(app, manageEndpoints.saveInterviewDraft, async (request) => {
    const { interview, revision } = request.body;
    const entry = await changeable(request.params.interviewId);
    const { actor: by, at } = actorOf(request, clock());
    const change = { interviewId: entry.interviewId, body: interview, at, by };
    const outcome = await interviews.writeDraft(change, seenOrRefused(revision));
    if (outcome === "missing") throw new CatalogError("NOT_FOUND");
    if (outcome === "changed") throw new CatalogError("INTERVIEW_DRAFT_CHANGED");
    return { revision: revisionText(outcome) };
  });

  async function changeable(interviewId: string): Promise<ListedInterview> {
    const entry = await entryOf(interviewId);
    if (entry.source !== "console") throw new CatalogError("INTERVIEW_READ_ONLY");
    return entry;
  }

  serve(app, manageEndpoints.discardInterviewDraft, async (request) => {
    const { interviewId, name } = await entryOf(request.params.interviewId);
    const seen = seenOrRefused(request.body.revision);
    const event = eventOf(actorOf(request, clock()), "interview.draft-discarded", { detail: name });
    const outcome = await interviews.discardDraft({ interviewId, seen }, [event]);
    if (outcome === "missing") throw new CatalogError("NOT_FOUND");
    if (outcome === "changed") throw new CatalogError("INTERVIEW_DRAFT_CHANGED");
    if (outcome === "unpublished") throw new CatalogError("INTERVIEW_UNPUBLISHED");
    return {};
  });

  serve(app, manageEndpoints.previewPublish, async (request) => {
    const { revision, submitted } = request.body;
    const { interviewId } = await entryOf(request.params.interviewId);
    const { definitions } = await readSeen(interviewId, revision);
    const asksSubmitted = submitted === "move";
    const preview = await previewPublish(
      { storage, book, clock },
      { interviewId, definitions, asksSubmitted },
    );
    return { ...preview, languages: [...definitions.keys()] };
  });

  serve(app, manageEndpoints.publishInterview, async (request) => {
    const { revision, note, submitted } = request.body;
    const { interviewId, name } = await changeable(request.params.interviewId);
    const { seen } = await readSeen(interviewId, revision);
    const publishing = { interviewId, name, asksSubmitted: submitted === "move", seen };
    const outcome = await publishDraft(
      storage,
      { ...publishing, ...(note !== undefined && { note }) },
      actorOf(request, clock()),
    );
    switch (outcome.kind) {
      case "published":
      case "unchanged":
        await book.refresh();
        return { version: outcome.number, isUnchanged: outcome.kind === "unchanged" };
      case "reused":
        throw new CatalogError("ENTRY_TAKEN", {
          details: [{ path: outcome.entry, message: "It belongs to another kind of question" }],
        });
      case "missing":
        throw new CatalogError("NOT_FOUND");
      case "changed":
        throw new CatalogError("INTERVIEW_DRAFT_CHANGED");
      default:
        throw new CatalogError("NOTHING_TO_PUBLISH");
    }
  });

  /** The draft that the manager saw, as it would be published. */
  async function readSeen(
    interviewId: string,
    revision: string,
  ): Promise<{ seen: DraftName; definitions: Definitions }> {
    const draft = await interviews.findDraft(interviewId);
    if (!draft) throw new CatalogError("NOTHING_TO_PUBLISH");
    if (revisionText(draft) !== revision) throw new CatalogError("INTERVIEW_DRAFT_CHANGED");
    try {
      return { seen: draft, definitions: definitionsOf(readDraft(draft.body)) };
    } catch (error) {
      if (!(error instanceof InterviewFileError)) throw error;
      throw new CatalogError("VALIDATION_ERROR", { details: error.message.split("\n").map(detailOf) });
    }
  }
}

/** A malformed revision cannot be the draft's, so it counts as changed. */
function seenOrRefused(revision: string): SeenDraft {
  const seen = readRevision(revision);
  if (!seen) throw new CatalogError("INTERVIEW_DRAFT_CHANGED");
  return seen;
}

/** Splits a problem such as "sections[0].name: It is missing" into path and message. */
function detailOf(line: string): { path: string; message: string } {
  const end = line.indexOf(": ");
  if (end < 0) return { path: "interview", message: line };
  return { path: `interview.${line.slice(0, end)}`, message: line.slice(end + 2) };
}
