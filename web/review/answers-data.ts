import type { Interview } from "#contract/interview/interview.ts";
import { canSaveEdit } from "#contract/record/answer.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { isBlank } from "#contract/text.ts";
import type { Draft } from "../draft/draft.ts";
import type { DraftState } from "../draft/draft-store.ts";

/** The contents of "Download data (JSON)". */
type AnswersData = {
  formatVersion: 1;
  clientName: string;
  /** ISO 8601. */
  downloadedAt: string;
  /** ISO 8601; null if the server has not sent it. */
  submittedAt: string | null;
  /** The titles and labels behind the record's ids and values. */
  interview: Interview;
  /** The record as a save would send it. */
  record: ClientRecord;
  /** Text that is still in a box, by question id. */
  notAddedYet: { [questionId: string]: string };
  /** New text of answers whose edit is still open, by answer id. */
  changesNotSavedYet: { [answerId: string]: string };
};

type AnswersDataOptions = {
  clientName: string;
  interview: Interview;
  state: Pick<DraftState, "draft" | "record">;
  now: Date;
};

/** Everything that a client has entered, as self-explanatory JSON. */
export function answersData({ clientName, interview, state, now }: AnswersDataOptions): string {
  const data: AnswersData = {
    formatVersion: 1,
    clientName,
    downloadedAt: now.toISOString(),
    submittedAt: state.draft.synced?.submittedAt ?? null,
    interview,
    record: state.record,
    notAddedYet: pick(state.draft.boxes, (_, text) => !isBlank(text)),
    changesNotSavedYet: changesOf(state.draft),
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}

function changesOf({ answers, edits }: Draft): { [answerId: string]: string } {
  const given = new Map(
    Object.values(answers.written).flatMap((list) => list.map((each) => [each.id, each] as const)),
  );
  return pick(edits, (id, text) => {
    const answer = given.get(id);
    return answer ? canSaveEdit(answer, text) : !isBlank(text);
  });
}

function pick(texts: { [id: string]: string }, isWanted: (id: string, text: string) => boolean) {
  return Object.fromEntries(Object.entries(texts).filter(([id, text]) => isWanted(id, text)));
}
