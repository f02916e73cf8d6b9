import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { recordOf } from "#contract/record/answer.ts";
import { completionOf } from "#contract/record/completion.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { type Draft, newDraft } from "../../../web/draft/draft.ts";
import { reconcile } from "../../../web/draft/reconcile.ts";

const LOADED_AT = "2026-03-01T12:00:00.000Z";

/** A client's draft loaded from a record, with its derived state; `more` was entered since. */
export function draftState(
  loaded: RecordInput,
  more: Partial<Draft> = {},
  interview: Interview = builtInInterview,
) {
  const at = { interview, now: LOADED_AT };
  const synced = { record: loaded, revision: 1, savedAt: LOADED_AT, submittedAt: undefined };
  const draft = { ...reconcile(at, newDraft(interview), synced).draft, ...more };
  const record = recordOf(interview, draft.answers);
  return { draft, record, completion: completionOf(interview, record) };
}
