import * as z from "zod/mini";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { interviewDraftSchema } from "#contract/manage/interview-draft/draft-schema.ts";

/** A draft that is not saved yet, and the revision that it was written over. */
export type KeptDraft = { interview: InterviewDraft; revision: string };

const keptSchema = z.object({ interview: interviewDraftSchema, revision: z.string() });

/** What was kept on this device when the page closed; undefined where nothing was, or nothing that can be read. */
export function keptDraft(storage: Storage, interviewId: string): KeptDraft | undefined {
  try {
    return keptSchema.parse(JSON.parse(storage.getItem(keyOf(interviewId)) ?? ""));
  } catch {
    return undefined;
  }
}

/** Undefined forgets it. A device without room keeps nothing, and the page warns before it closes. */
export function keepDraft(storage: Storage, interviewId: string, kept: KeptDraft | undefined): void {
  try {
    if (kept) storage.setItem(keyOf(interviewId), JSON.stringify(kept));
    else storage.removeItem(keyOf(interviewId));
  } catch {
    // it is still on the page
  }
}

function keyOf(interviewId: string): string {
  return `firsthand-interview-draft:${interviewId}`;
}
