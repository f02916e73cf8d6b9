import { randomBytes } from "node:crypto";
import { type InterviewBody, interviewBody } from "../interview-file/interview-text.ts";
import { readInterviewBody } from "../interview-file/read-interview-file.ts";
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
  { name, body }: { name: string; body: InterviewBody },
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
  Pick<NewVersion, "asksSubmitted"> & {
    /** What the publisher has seen; another draft is not published. */
    seen?: DraftName;
  };

/** Makes the draft the next version. Throws InterviewFileError where the draft is not whole. */
export async function publishDraft(
  { interviews }: Interviews,
  { interviewId, name, asksSubmitted = false, seen }: Publishing,
  actor: Actor,
): Promise<DraftPublished> {
  const draft = await interviews.findDraft(interviewId);
  if (!draft) return { kind: "nothing" };
  const read = readInterviewBody(draft.body);
  // the transaction looks once more
  const named = seen ?? draft;
  if (named.revision !== draft.revision || named.changedAt !== draft.changedAt) return { kind: "changed" };
  return interviews.publish(
    {
      interviewId,
      body: interviewBody(read),
      definitions: definitionsOf(read),
      draft,
      asksSubmitted,
      publishedBy: actor.actor,
      at: actor.at,
    },
    (number) => [eventOf(actor, "interview.published", { detail: `${name}, version ${number}` })],
  );
}
