import { randomBytes } from "node:crypto";
import {
  completeLanguages,
  type InterviewDraft,
  publishableDraft,
} from "#contract/manage/interview-draft/draft.ts";
import { type InterviewFileContent, readInterviewBody } from "../interview-file/read-interview-file.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { DraftName } from "../storage/interviews/interview-drafts.ts";
import type { CatalogEntry } from "../storage/interviews/interviews.ts";
import type { NewVersion, PublishOutcome } from "../storage/interviews/publishing.ts";
import type { Storage } from "../storage/storage.ts";
import { definitionsOf } from "./definition.ts";

type Interviews = Pick<Storage, "interviews">;

/** Adds an interview with this draft and returns its id; undefined if another interview has the name. */
export async function addInterview(
  { interviews }: Interviews,
  { name, body }: { name: string; body: InterviewDraft },
  actor: Actor,
): Promise<string | undefined> {
  const interviewId = `iv_${randomBytes(10).toString("hex")}`;
  const { at, actor: by } = actor;
  const event = eventOf(actor, "interview.added", { detail: name });
  if ((await interviews.add({ interviewId, name, at, by }, [event])) === "taken") return undefined;
  await interviews.putDraft({ interviewId, body, at, by });
  return interviewId;
}

/** The result of publishing a draft. `nothing`: there is no draft. */
export type PublishDraftOutcome = PublishOutcome | { kind: "nothing" };

type Publishing = Pick<CatalogEntry, "interviewId" | "name"> &
  Pick<NewVersion, "asksSubmitted" | "note"> & {
    /** The draft that the publisher has seen; any other draft is not published. */
    seen?: DraftName;
  };

/** Publishes the draft as the next version. Throws InterviewFileError if the draft is incomplete. */
export async function publishDraft(
  { interviews }: Interviews,
  { interviewId, name, asksSubmitted = false, note, seen }: Publishing,
  actor: Actor,
): Promise<PublishDraftOutcome> {
  const draft = await interviews.findDraft(interviewId);
  if (!draft) return { kind: "nothing" };
  const read = readDraft(draft.body);
  // the transaction checks this again
  const named = seen ?? draft;
  if (named.revision !== draft.revision || named.changedAt !== draft.changedAt) return { kind: "changed" };
  return interviews.publish(
    {
      interviewId,
      body: draft.body,
      definitions: definitionsOf(read),
      draft,
      isPartial: hasWaiting(draft.body as InterviewDraft),
      ...(note !== undefined && { note }),
      asksSubmitted,
      publishedBy: actor.actor,
      at: actor.at,
    },
    (number) => [eventOf(actor, "interview.published", { detail: `${name}, version ${number}` })],
  );
}

/**
 * The publishable part of a draft: its complete languages. Throws InterviewFileError if its first language is
 * incomplete.
 */
export function readDraft(body: unknown): InterviewFileContent["interviews"] {
  return readInterviewBody(publishableDraft(body as InterviewDraft));
}

function hasWaiting(draft: InterviewDraft): boolean {
  return completeLanguages(draft).length < draft.languages.length;
}
