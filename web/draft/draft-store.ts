import { createStore } from "zustand/vanilla";
import { canSaveEdit, describeAnswer, emptyForms, type FormAnswers, recordOf } from "#contract/answer.ts";
import { type Completion, completionOf } from "#contract/completion.ts";
import { type Interview, writtenQuestions } from "#contract/interview.ts";
import { ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import type { AnswerSource, ClientRecord, RecordInput } from "#contract/record.ts";
import { isBlank } from "#contract/text.ts";
import type { DeviceItems } from "./device-items.ts";
import { type Draft, type DraftEvent, isUnsynced, newDraft, reduce } from "./draft.ts";

/** The draft with what follows from it; a keystroke in a box leaves all of that as it is. */
export type DraftState = { draft: Draft; record: ClientRecord; completion: Completion; isUnsynced: boolean };

type Opening = {
  interview: Interview;
  items: DeviceItems;
  /** What the server has; empty where nothing was ever saved. */
  record: RecordInput;
  /** Epoch milliseconds. */
  clock: () => number;
  newId: () => string;
};

export type DraftStore = Awaited<ReturnType<typeof openDraft>>;

/** The draft of a client who has signed in: the server's record, with the forms that this device had not saved yet. */
export async function openDraft({ interview, items, record, clock, newId }: Opening) {
  const now = () => new Date(clock()).toISOString();
  const loaded = reduce(interview, newDraft(interview), { type: "loaded", record, now: now() });
  const { forms, syncedForms } = await items.read();
  const restored = { ...loaded.answers.forms, ...unsyncedForms(forms, syncedForms) };
  const store = createStore<DraftState>(() =>
    deriveState(interview, { ...loaded, answers: { ...loaded.answers, forms: restored } }),
  );
  // a save that is still under way must not bring the client's items back
  let isForgotten = false;
  await rememberSynced(loaded.answers.forms);

  function dispatch(event: DraftEvent): void {
    const before = store.getState();
    const draft = reduce(interview, before.draft, event);
    store.setState(deriveState(interview, draft, before));
    if (draft.answers.forms !== before.draft.answers.forms) void items.writeForms(draft.answers.forms);
  }

  /** Makes an answer of what stands in a question's box; blank text is ignored (spec §5). */
  function takeBox(questionId: string, source: AnswerSource = "typed"): void {
    const { boxes, answers } = store.getState().draft;
    const text = (boxes[questionId] ?? "").trim();
    const asked = writtenQuestions(interview).find(({ question }) => question.id === questionId);
    const isFull = (answers.written[questionId] ?? []).length >= ANSWERS_PER_QUESTION_MAX;
    if (!asked || isBlank(text) || isFull) return;
    const recorded = { type: "text", content: text, timestamp: now(), id: newId(), source } as const;
    dispatch({ type: "answer-added", answer: describeAnswer(asked.section, asked.question, recorded) });
  }

  async function rememberSynced(syncedForms: FormAnswers): Promise<void> {
    if (isForgotten) return;
    await items.writeForms(store.getState().draft.answers.forms);
    await items.writeSynced(syncedForms, now());
  }

  return {
    interview,
    store,
    dispatch,

    takeBox,

    /** Save, Submit, a change of section and Logout first take what stands in the open boxes. */
    takeBoxes(): void {
      for (const questionId of Object.keys(store.getState().draft.boxes)) takeBox(questionId);
    },

    /** Open edits become the answers' words where they can be saved; the others are dropped. */
    takeEdits(): void {
      const { edits, answers } = store.getState().draft;
      for (const answer of Object.values(answers.written).flat()) {
        const { id, questionId } = answer;
        const text = edits[id];
        if (text === undefined) continue;
        dispatch(
          canSaveEdit(answer, text) ? { type: "edit-saved", questionId, id } : { type: "edit-cancelled", id },
        );
      }
    },

    /** The server has stored this record. */
    async markSynced(record: ClientRecord, forms: FormAnswers): Promise<void> {
      dispatch({ type: "synced", record });
      await rememberSynced(forms);
    },

    /** Leaves nothing of the client on the device. */
    forget(): Promise<void> {
      isForgotten = true;
      return items.clear();
    },
  };
}

function deriveState(interview: Interview, draft: Draft, before?: DraftState): DraftState {
  if (before && before.draft.answers === draft.answers && before.draft.synced === draft.synced) {
    return { ...before, draft };
  }
  const record = recordOf(interview, draft.answers);
  return {
    draft,
    record,
    completion: completionOf(interview, record),
    isUnsynced: isUnsynced(record, draft.synced),
  };
}

/** The forms that were changed on this device after its last sync. */
function unsyncedForms(
  forms: FormAnswers | undefined,
  synced: FormAnswers | undefined,
): Partial<FormAnswers> {
  if (!forms) return {};
  // never synced: an empty form is no change that could replace the server's
  const before = synced ?? emptyForms;
  const changed = Object.entries(forms).filter(
    ([name, form]) => JSON.stringify(form) !== JSON.stringify(before[name as keyof FormAnswers]),
  );
  return Object.fromEntries(changed);
}
