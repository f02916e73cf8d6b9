import { createStore } from "zustand/vanilla";
import { type Interview, questionsOf, writtenQuestions } from "#contract/interview/interview.ts";
import type { AnswerReason, AnswerSource } from "#contract/interview/kinds/recorded-answer.ts";
import { ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import { answersOf, canSaveEdit, describeAnswer, recordOf } from "#contract/record/answer.ts";
import { type Completion, completionOf, firstIncompleteSection } from "#contract/record/completion.ts";
import { type FormAnswers, formAt, isForm } from "#contract/record/forms.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { isBlank } from "#contract/text.ts";
import type { Interviews } from "../language/interviews.ts";
import type { DeviceItems } from "./device-items.ts";
import {
  continuedAnswer,
  type Draft,
  type DraftEvent,
  editOf,
  isAtRest,
  isUnsynced,
  newDraft,
  reduce,
  type SaveAttempt,
  type Synced,
} from "./draft.ts";
import type { Journal } from "./journal.ts";
import type { JournalEntry, ShownVersion } from "./journal-rows.ts";
import { type Loaded, type Reconciled, reconcile, restoreTabJournal } from "./reconcile.ts";

/** The draft with what follows from it; a keystroke in a box leaves all of that as it is. */
export type DraftState = {
  /** In the language that is spoken; ids and values are the same in each. */
  interview: Interview;
  /** Of the same version in each of its languages. */
  hashes: Interviews | undefined;
  draft: Draft;
  record: ClientRecord;
  completion: Completion;
  isUnsynced: boolean;
};

type OpenDraftOptions = {
  interview: Interview;
  hashes?: Interviews | undefined;
  items: DeviceItems;
  /** Undefined where the device cannot keep one. */
  journal: Journal | undefined;
  /** Undefined without a connection. */
  loaded: Loaded | undefined;
  /** Whether a helper of the client answers, who leaves what others answered as it is. */
  isHelpers?: boolean;
  /** Epoch milliseconds. */
  clock: () => number;
  newId: () => string;
};

/** `startedAt` is ISO 8601. */
type AddedTake = { id: string; questionId: string; startedAt: string; durationMs: number };

type Opened = Reconciled & {
  draft: Draft;
  /** Rows and items of this device that could not be read; they stay as they are. */
  asideCount: number;
};

export type DraftStore = Awaited<ReturnType<typeof openDraft>>;

/** The draft of a client: the server's record, merged with what this device had not saved yet. */
export async function openDraft({
  interview: atOpening,
  hashes,
  items,
  journal,
  loaded,
  isHelpers = false,
  clock,
  newId,
}: OpenDraftOptions) {
  const now = () => new Date(clock()).toISOString();
  const opened = await restoredDraft();
  const store = createStore<DraftState>(() => deriveState({ interview: atOpening, hashes }, opened.draft));
  // a save that is still under way must not bring the client's items back
  let isForgotten = false;
  keep();
  const { synced } = opened.draft;
  if (synced) void rememberSynced(synced);
  void items.writeForms(opened.draft.answers.forms);

  async function restoredDraft(): Promise<Opened> {
    const at = { interview: atOpening, now: now() };
    const start = loaded ? reconcile(at, newDraft(atOpening), loaded).draft : newDraft(atOpening);
    const sectionId = firstIncompleteSection(atOpening, recordOf(atOpening, start.answers))?.id;
    let draft = { ...start, sectionId: sectionId ?? start.sectionId };
    const news: Reconciled[] = [];
    for (const tabJournal of journal?.restored ?? []) {
      const restored = restoreTabJournal(at, draft, tabJournal);
      draft = restored.draft;
      news.push(restored.reconciled);
    }
    const { forms, syncedForms, asideCount } = await items.read();
    const opened = {
      asideCount: asideCount + (journal?.asideCount ?? 0),
      changed: news.flatMap(({ changed }) => changed),
      contested: news.flatMap(({ contested }) => contested),
    };
    if (journal?.restored.some((tabJournal) => tabJournal.answers)) return { ...opened, draft };
    // a device of an earlier release has no journal yet
    const restored = { ...draft.answers.forms, ...unsyncedForms(atOpening, forms, syncedForms) };
    return { ...opened, draft: { ...draft, answers: { ...draft.answers, forms: restored } } };
  }

  function dispatch(event: DraftEvent): void {
    const { interview, draft } = store.getState();
    replace(reduce(interview, draft, event));
  }

  function replace(draft: Draft): void {
    const before = store.getState();
    store.setState(deriveState(before, draft, before));
    keep();
    if (!isForgotten && draft.answers.forms !== before.draft.answers.forms)
      void items.writeForms(draft.answers.forms);
  }

  function keep(): void {
    if (!isForgotten) journal?.note(entryOf(store.getState()));
  }

  /** Makes an answer of what stands in a question's box, dictated as `raw`; blank text is ignored (spec §5). */
  function takeBox(questionId: string, source: AnswerSource = "typed", raw?: string): void {
    const { interview, draft } = store.getState();
    const { boxes, answers } = draft;
    const text = (boxes[questionId] ?? "").trim();
    if (!isBlank(text) && continuedAnswer(draft, questionId)) {
      dispatch({ type: "continuation-ended", questionId, text, raw });
      return;
    }
    const asked = writtenQuestions(interview).find(({ question }) => question.id === questionId);
    const isFull = (answers.written[questionId] ?? []).length >= ANSWERS_PER_QUESTION_MAX;
    if (!asked || isBlank(text) || isFull) return;
    const recorded = { type: "text", content: text, timestamp: now(), id: newId(), source } as const;
    const answer = describeAnswer(asked.section, asked.question, {
      ...recorded,
      ...(raw !== undefined && { raw }),
    });
    dispatch({ type: "answer-added", answer });
  }

  /** Makes an answer of a sentence that stands for none; each reason is given once a question. */
  function addReason(questionId: string, reason: AnswerReason, content: string): void {
    const { interview, draft } = store.getState();
    const given = draft.answers.written[questionId] ?? [];
    const asked = writtenQuestions(interview).find(({ question }) => question.id === questionId);
    if (!asked || given.length >= ANSWERS_PER_QUESTION_MAX) return;
    if (given.some((answer) => answer.reason === reason)) return;
    const recorded = {
      type: "text",
      content,
      timestamp: now(),
      id: newId(),
      source: "typed",
      reason,
    } as const;
    // what stands in the box stays there
    dispatch({ type: "take-added", answer: describeAnswer(asked.section, asked.question, recorded) });
  }

  /** Makes an answer of a recorded take, whose words will follow. False where its question is gone or full. */
  function addTake({ id, questionId, startedAt, durationMs }: AddedTake): boolean {
    const { interview, draft } = store.getState();
    const given = draft.answers.written[questionId] ?? [];
    if (given.some((answer) => answer.id === id)) return true;
    const asked = writtenQuestions(interview).find(({ question }) => question.id === questionId);
    if (!asked || given.length >= ANSWERS_PER_QUESTION_MAX) return false;
    const recorded = { type: "audio", content: "", timestamp: startedAt, id } as const;
    const answer = describeAnswer(asked.section, asked.question, recorded);
    dispatch({ type: "take-added", answer: { ...answer, duration: durationMs } });
    return true;
  }

  async function rememberSynced({ record }: Synced): Promise<void> {
    const { interview } = store.getState();
    if (!isForgotten) await items.writeSynced(answersOf(interview, record, "").forms, now());
  }

  return {
    get interview() {
      return store.getState().interview;
    },
    store,
    isHelpers,
    dispatch,
    /** Stores this page's draft on the device; undefined where the device cannot. */
    journal,
    /** What the client should see about the opening. */
    news: { asideCount: opened.asideCount, changed: opened.changed, contested: opened.contested },

    takeBox,
    addTake,
    addReason,

    /** Save, Submit, a change of section and Logout first take what stands in the open boxes. */
    takeBoxes(): void {
      for (const questionId of Object.keys(store.getState().draft.boxes)) takeBox(questionId);
    },

    /** Open edits become the answers' words where they can be saved; the others are dropped. */
    takeEdits(): void {
      const { draft } = store.getState();
      for (const answer of Object.values(draft.answers.written).flat()) {
        const { id, questionId } = answer;
        const text = editOf(draft, id);
        if (text === undefined) continue;
        dispatch(
          canSaveEdit(answer, text) ? { type: "edit-saved", questionId, id } : { type: "edit-canceled", id },
        );
      }
    },

    /** What is to be sent now; it stays the unfinished save until its outcome is known. */
    beginSave(submit: boolean, seenAsk?: string): SaveAttempt {
      const { record, draft, hashes: shown } = store.getState();
      const [hash] = Object.values(shown ?? {});
      const attempt = {
        record,
        submit,
        revision: draft.synced?.revision,
        idempotencyKey: newId(),
        ...(seenAsk !== undefined && { seenAsk }),
        ...(hash !== undefined && { interview: hash }),
      };
      dispatch({ type: "save-begun", attempt });
      return attempt;
    },

    /** The server has not stored the save, and will not. */
    refuseSave(): void {
      dispatch({ type: "save-refused" });
    },

    /** The server has stored this save. */
    markSynced({ record }: SaveAttempt, saved: Omit<Synced, "record">): void {
      const done = { ...saved, record };
      dispatch({ type: "synced", synced: done });
      void rememberSynced(done);
    },

    /** Merges in what the server has now. */
    reconcile(newer: Loaded): Reconciled {
      const { interview, draft: before } = store.getState();
      const { draft, reconciled } = reconcile({ interview, now: now() }, before, newer);
      replace(draft);
      if (draft.synced) void rememberSynced(draft.synced);
      return reconciled;
    },

    /** The same questions in another language, or in a version that differs in other languages only. */
    translate(translated: Interview, translatedHashes = store.getState().hashes): void {
      store.setState({ interview: translated, hashes: translatedHashes });
      keep();
    },

    /**
     * Goes on with another version, by what the server has. False, and nothing is changed, where that could lose or hide
     * anything: something is half written or not saved, or a later save is known.
     */
    renew({ definition, hashes: renewed }: ShownVersion, loaded: Loaded): boolean {
      const { draft, isUnsynced: hasMore } = store.getState();
      const { synced: known, sectionId, boxId, arrived, declinedTools, added, deleted, givenUpEdits } = draft;
      const isOlder = (loaded.revision ?? 0) < (known?.revision ?? 0);
      if (hasMore || isOlder || !isAtRest(draft)) return false;
      const start = { ...newDraft(definition), arrived, declinedTools };
      const next = reconcile({ interview: definition, now: now() }, start, loaded).draft;
      const isAsked = definition.sections.some(({ id }) => id === sectionId);
      const incomplete = firstIncompleteSection(definition, recordOf(definition, next.answers))?.id;
      // what can be taken back in the section that is open can still be
      const place = isAsked
        ? { sectionId, boxId, added, deleted, givenUpEdits }
        : { sectionId: incomplete ?? next.sectionId };
      items.changeInterview(definition);
      store.setState(deriveState({ interview: definition, hashes: renewed }, { ...next, ...place }));
      keep();
      if (!isForgotten) void items.writeForms(next.answers.forms);
      if (next.synced) void rememberSynced(next.synced);
      return true;
    },

    /** Leaves nothing of the client on the device. */
    async forget(): Promise<void> {
      isForgotten = true;
      await Promise.all([items.clear(), journal?.clear().catch(() => undefined)]);
    },
  };
}

function entryOf({ interview, hashes, draft, record }: DraftState): JournalEntry {
  const { boxes, edits, continued, arrived, sectionId, boxId, synced, unfinished } = draft;
  return {
    interview: { definition: interview, hashes },
    open: { boxes, edits, continued, sectionId, boxId },
    answers: { record, arrived },
    server: { synced, unfinished },
  };
}

function deriveState(
  { interview, hashes }: Pick<DraftState, "interview" | "hashes">,
  draft: Draft,
  before?: DraftState,
): DraftState {
  if (before && before.draft.answers === draft.answers && before.draft.synced === draft.synced) {
    return { ...before, draft };
  }
  const isSameAnswers = before?.draft.answers === draft.answers;
  const record = isSameAnswers && before ? before.record : recordOf(interview, draft.answers);
  return {
    interview,
    hashes,
    draft,
    record,
    completion: isSameAnswers && before ? before.completion : completionOf(interview, record),
    isUnsynced: isUnsynced(record, draft.synced),
  };
}

/** The forms that were changed on this device after its last sync. */
function unsyncedForms(
  interview: Interview,
  forms: FormAnswers | undefined,
  // never synced: an empty form is no change that could replace the server's
  synced: FormAnswers = {},
): FormAnswers {
  if (!forms) return {};
  const changed = questionsOf(interview)
    .filter(isForm)
    .map((question) => ({
      entry: question.entry,
      is: formAt(forms, question),
      was: formAt(synced, question),
    }))
    .filter(({ is, was }) => JSON.stringify(is) !== JSON.stringify(was));
  return Object.fromEntries(changed.map(({ entry, is }) => [entry, is]));
}
