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
  type SyncedRecord,
} from "./draft.ts";
import type { Journal } from "./journal.ts";
import type { JournalEntry, ShownVersion } from "./journal-rows.ts";
import { type MergeOutcome, reconcile, restoreTabJournal, type ServerRecord } from "./reconcile.ts";

/** The draft and the values derived from it. Typing in a box changes only `draft`. */
export type DraftState = {
  /** In the current language; ids and values are the same in every language. */
  interview: Interview;
  /** The hashes of this version in each of its languages. */
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
  /** Undefined if the device cannot store a journal. */
  journal: Journal | undefined;
  /** The server's record; undefined without a connection. */
  loaded: ServerRecord | undefined;
  /** Whether a helper of the client is answering; helpers leave other people's answers unchanged. */
  isHelpers?: boolean;
  /** Epoch milliseconds. */
  clock: () => number;
  newId: () => string;
};

/** `startedAt` is ISO 8601. */
type AddedTake = { id: string; questionId: string; startedAt: string; durationMs: number };

type RestoredDraft = MergeOutcome & {
  draft: Draft;
  /** How many rows and items on this device could not be read. They are kept. */
  asideCount: number;
};

export type DraftStore = Awaited<ReturnType<typeof openDraft>>;

/** Opens a client's draft: the server's record, merged with what this device had not saved yet. */
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
  // after `forget`, a save that is still running must not write the client's items again
  let isForgotten = false;
  keep();
  const { synced } = opened.draft;
  if (synced) void rememberSynced(synced);
  void items.writeForms(opened.draft.answers.forms);

  async function restoredDraft(): Promise<RestoredDraft> {
    const at = { interview: atOpening, now: now() };
    const start = loaded ? reconcile(at, newDraft(atOpening), loaded).draft : newDraft(atOpening);
    const sectionId = firstIncompleteSection(atOpening, recordOf(atOpening, start.answers))?.id;
    let draft = { ...start, sectionId: sectionId ?? start.sectionId };
    const news: MergeOutcome[] = [];
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
    // devices last used with an earlier release have the items but no journal
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

  /** Turns the text in a question's box into an answer; `raw` is the text as dictated. Ignores blank text (spec §5). */
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

  /** Adds a prepared sentence that explains why there is no answer. Each question gets each reason at most once. */
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
    // unlike "answer-added", this event leaves the text in the box
    dispatch({ type: "take-added", answer: describeAnswer(asked.section, asked.question, recorded) });
  }

  /** Adds a recorded take as an answer; its transcript follows later. Returns false if the question is gone or full. */
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

  async function rememberSynced({ record }: SyncedRecord): Promise<void> {
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
    /** Stores this page's draft on the device; undefined if the device cannot store it. */
    journal,
    /** What to show the client after the draft has been opened. */
    news: { asideCount: opened.asideCount, changed: opened.changed, contested: opened.contested },

    takeBox,
    addTake,
    addReason,

    /** Turns the text in every box into answers. Save, Submit, Logout and a change of section do this first. */
    takeBoxes(): void {
      for (const questionId of Object.keys(store.getState().draft.boxes)) takeBox(questionId);
    },

    /** Saves the open edits that can be saved and cancels the others. */
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

    /** Returns the save to send now. The draft keeps it as `unfinished` until its outcome is known. */
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

    /** The server has refused the save, so it is not repeated. */
    refuseSave(): void {
      dispatch({ type: "save-refused" });
    },

    /** The server has stored this save. */
    markSynced({ record }: SaveAttempt, saved: Omit<SyncedRecord, "record">): void {
      const done = { ...saved, record };
      dispatch({ type: "synced", synced: done });
      void rememberSynced(done);
    },

    /** Merges in what the server has now. */
    reconcile(newer: ServerRecord): MergeOutcome {
      const { interview, draft: before } = store.getState();
      const { draft, reconciled } = reconcile({ interview, now: now() }, before, newer);
      replace(draft);
      if (draft.synced) void rememberSynced(draft.synced);
      return reconciled;
    },

    /** Shows the same questions in another language, or in a version that differs in other languages only. */
    translate(translated: Interview, translatedHashes = store.getState().hashes): void {
      store.setState({ interview: translated, hashes: translatedHashes });
      keep();
    },

    /**
     * Switches to another version of the interview, with the record that the server has. Returns false and changes
     * nothing if that could lose or hide something: text is half written or unsaved, or the loaded record is older than
     * a known save.
     */
    renew({ definition, hashes: renewed }: ShownVersion, loaded: ServerRecord): boolean {
      const { draft, isUnsynced: hasMore } = store.getState();
      const { synced: known, sectionId, boxId, arrived, declinedTools, added, deleted, givenUpEdits } = draft;
      const isOlder = (loaded.revision ?? 0) < (known?.revision ?? 0);
      if (hasMore || isOlder || !isAtRest(draft)) return false;
      const start = { ...newDraft(definition), arrived, declinedTools };
      const next = reconcile({ interview: definition, now: now() }, start, loaded).draft;
      const isAsked = definition.sections.some(({ id }) => id === sectionId);
      const incomplete = firstIncompleteSection(definition, recordOf(definition, next.answers))?.id;
      // if the new version has the open section, its deletions and dropped edits can still be undone
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

    /** Deletes the client's draft from this device. */
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
  // without an earlier sync, an empty form is not a change and does not replace the server's
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
