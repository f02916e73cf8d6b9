import { randomBytes } from "node:crypto";
import {
  completeLanguages,
  type InterviewDraft,
  publishableDraft,
} from "#contract/manage/interview-draft/draft.ts";
import { type Provided, readInterviewBody } from "../interview-file/read-interview-file.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { DraftName } from "../storage/interviews/interview-drafts.ts";
import type { CatalogEntry } from "../storage/interviews/interviews.ts";
import type { NewVersion, PublishOutcome } from "../storage/interviews/publishing.ts";
import type { Storage } from "../storage/storage.ts";
import { definitionsOf } from "./definition.ts";

type Interviews = Pick<Storage, "interviews">;

/** A new interview with that draft; undefined where another has the name. */
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

/** What publishing the draft led to. `nothing`: there is no draft. */
export type DraftPublished = PublishOutcome | { kind: "nothing" };

type Publishing = Pick<CatalogEntry, "interviewId" | "name"> &
  Pick<NewVersion, "asksSubmitted" | "note"> & {
    /** What the publisher has seen; another draft is not published. */
    seen?: DraftName;
  };

/** Makes the draft the next version. Throws InterviewFileError where the draft is not whole. */
export async function publishDraft(
  { interviews }: Interviews,
  { interviewId, name, asksSubmitted = false, note, seen }: Publishing,
  actor: Actor,
): Promise<DraftPublished> {
  const draft = await interviews.findDraft(interviewId);
  if (!draft) return { kind: "nothing" };
  const read = readDraft(draft.body);
  // the transaction looks once more
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

/** What goes out of a draft, in its complete languages. Throws InterviewFileError where its first is not complete. */
export function readDraft(body: unknown): Provided["interviews"] {
  return readInterviewBody(publishableDraft(body as InterviewDraft));
}

function hasWaiting(draft: InterviewDraft): boolean {
  return completeLanguages(draft).length < draft.languages.length;
}
