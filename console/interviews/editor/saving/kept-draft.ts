import * as z from "zod/mini";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { interviewDraftSchema } from "#contract/manage/interview-draft/draft-schema.ts";

/** An unsaved draft, and the revision on which it is based. */
export type KeptDraft = { interview: InterviewDraft; revision: string };

const keptSchema = z.object({ interview: interviewDraftSchema, revision: z.string() });

/** The draft stored on this device when the page closed; undefined if there is no readable draft. */
export function keptDraft(storage: Storage, interviewId: string): KeptDraft | undefined {
  try {
    return keptSchema.parse(JSON.parse(storage.getItem(keyOf(interviewId)) ?? ""));
  } catch {
    return undefined;
  }
}

/**
 * Stores a draft on this device; undefined deletes it. If storage is full, nothing is stored, and the page warns before
 * it closes.
 */
export function keepDraft(storage: Storage, interviewId: string, kept: KeptDraft | undefined): void {
  try {
    if (kept) storage.setItem(keyOf(interviewId), JSON.stringify(kept));
    else storage.removeItem(keyOf(interviewId));
  } catch {
    // the draft is still on the page
  }
}

function keyOf(interviewId: string): string {
  return `firsthand-interview-draft:${interviewId}`;
}
