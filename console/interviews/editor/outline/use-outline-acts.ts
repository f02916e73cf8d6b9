import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Language, languageNames } from "#contract/languages.ts";
import { type DraftCard, textIn } from "#contract/manage/interview-draft/draft.ts";
import type { InterviewEdit } from "#contract/manage/interview-draft/interview-edit.ts";
import { t } from "../../../translate.ts";
import type { PlacedFault } from "../faults/faults.ts";
import { type CardKind, kindFormOf } from "../kinds/kind-forms.tsx";
import { newCardId, newSectionId } from "../new-ids.ts";
import type { DraftEditor } from "../saving/draft-editor.ts";
import {
  type EditorPlace,
  type EditorSelection,
  notedPlace,
  notePlace,
  type View,
} from "./editor-history.ts";
import type { OutlineActs } from "./Outline.tsx";
import { besideOf, droppedAt, movedBy, type OutlineItem, placeOfCard } from "./outline-moves.ts";

const MINUTES = 5;

/** The state of the editor's outline. If the selected part no longer exists, the first section is selected. */
type OutlineState = EditorPlace & {
  /** Where a card will be added once its kind is chosen. */
  adding: { sectionId: string; at: number } | undefined;
  /** The latest action in words, for screen readers. */
  said: string;
  /** Whether the latest action can be undone. */
  deleted: boolean;
};

/** The selection in the outline, and all actions of its rows, menus and shortcuts. */
export function useOutlineActs(editor: DraftEditor, form: RefObject<HTMLElement | null>) {
  const draft = useStore(editor.store, ({ history }) => history.present);
  const [looking] = useState(() =>
    createStore<OutlineState>(() => ({
      wished: notedPlace()?.wished,
      view: notedPlace()?.view ?? "outline",
      adding: undefined,
      said: "",
      deleted: false,
    })),
  );
  // keeps its identity, so that only changed rows render
  const [acts] = useState(() => createActs({ editor, looking, form }));
  const { wished, ...state } = useStore(looking);
  const { follow } = acts;
  useEffect(() => {
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, [follow]);
  const isThere = (chosen: EditorSelection) =>
    chosen.kind === "words" ||
    (chosen.kind === "section"
      ? draft.sections.some(({ id }) => id === chosen.id)
      : placeOfCard(draft, chosen.id) !== undefined);
  const [firstSection] = draft.sections;
  const beginning: EditorSelection = firstSection
    ? { kind: "section", id: firstSection.id }
    : { kind: "words" };
  return { chosen: wished && isThere(wished) ? wished : beginning, ...state, ...acts };
}

type OutlineActsOptions = {
  editor: DraftEditor;
  looking: StoreApi<OutlineState>;
  form: RefObject<HTMLElement | null>;
};

function createActs({ editor, looking, form }: OutlineActsOptions) {
  const draftNow = () => editor.store.getState().history.present;
  const { getState, setState } = looking;
  const say = (said: string, deleted = false) => setState({ said, deleted });

  // renders changes before the focus moves, so that further typing goes into the right field
  const focusRow = (id: string, change: () => void) => {
    flushSync(change);
    document.querySelector<HTMLElement>(`[data-part="${id}"]`)?.focus();
  };
  /** Focuses the first existing element of the selectors. */
  const focusForm = (change: () => void, ...selectors: string[]) => {
    flushSync(change);
    const found = selectors.map((selector) => form.current?.querySelector<HTMLElement>(selector));
    found.find((element) => element)?.focus();
  };

  function nameOf({ kind, id }: OutlineItem): string {
    const draft = draftNow();
    const [first = "en"] = draft.languages;
    const section = draft.sections.find((each) => each.id === id);
    const text = kind === "section" ? section?.name : placeOfCard(draft, id)?.card.title;
    return textIn(text, first) || t("editor.untitled");
  }

  function look(place: Partial<EditorPlace>): void {
    const { wished, view } = getState();
    notePlace({ wished, view, ...place }, view);
    setState(place);
  }

  /** Selects a part; an open preview stays open. */
  function choose(wished: EditorSelection): void {
    look({ wished, view: getState().view === "preview" ? "preview" : "form" });
  }

  function write(wished: EditorSelection): void {
    look({ wished, view: "form" });
  }

  // a second click while the browser is still going back would leave the editor
  let isGoingBack = false;

  /** Called after the browser has gone back or forward. */
  function follow(): void {
    isGoingBack = false;
    const { view = "outline", wished = getState().wished } = notedPlace() ?? {};
    if (view === "outline" && wished && wished.kind !== "words")
      focusRow(wished.id, () => setState({ view }));
    else setState({ view, wished });
  }

  /** Announces the new position of a part. */
  function sayPlace(part: OutlineItem): void {
    const draft = draftNow();
    if (part.kind === "section") {
      const at = draft.sections.findIndex(({ id }) => id === part.id) + 1;
      say(t("editor.movedSection", { name: nameOf(part), at, of: draft.sections.length }));
      return;
    }
    const place = placeOfCard(draft, part.id);
    const section = place && draft.sections[place.sectionAt];
    if (!place || !section) return;
    const where = { at: place.at + 1, of: section.questions.length };
    const sectionName = nameOf({ kind: "section", id: section.id });
    say(t("editor.movedCard", { name: nameOf(part), section: sectionName, ...where }));
  }

  function move(part: OutlineItem, edit: InterviewEdit | undefined): void {
    if (!edit) return;
    focusRow(part.id, () => {
      editor.edit(edit);
      sayPlace(part);
    });
  }

  const outline: OutlineActs = {
    onChoose: choose,
    onMove: (part, step) => move(part, movedBy(draftNow(), part, step)),
    onDrop: (part, drop) => move(part, droppedAt(draftNow(), part, drop)),
    onMoveTo(cardId, sectionId) {
      const card: OutlineItem = { kind: "card", id: cardId };
      move(card, droppedAt(draftNow(), card, { part: { kind: "section", id: sectionId }, side: "after" }));
    },
    onDuplicate(part) {
      const copy = duplicateItem(draftNow().sections, part);
      if (!copy) return;
      focusForm(() => {
        editor.edit(copy.edit);
        write(copy.part);
      }, "[data-first]");
    },
    onDelete(part) {
      const beside = besideOf(draftNow(), part);
      const name = nameOf(part);
      const change = () => {
        editor.edit(
          part.kind === "section"
            ? { type: "section-removed", sectionId: part.id }
            : { type: "card-removed", cardId: part.id },
        );
        look({ wished: beside });
        say(t("editor.deleted", { name }), true);
      };
      if (beside) focusRow(beside.id, change);
      else change();
    },
    onAddCard(sectionId, afterId) {
      const draft = draftNow();
      const place = afterId === undefined ? undefined : placeOfCard(draft, afterId);
      const section = draft.sections.find(({ id }) => id === (place?.sectionId ?? sectionId));
      if (!section) return;
      setState({ adding: { sectionId: section.id, at: place ? place.at + 1 : section.questions.length } });
    },
    onAddSection() {
      const id = newSectionId();
      const section = { id, name: "", minutes: MINUTES, description: "", questions: [] };
      focusForm(() => {
        editor.edit({ type: "section-added", at: draftNow().sections.length, section });
        say("");
        write({ kind: "section", id });
      }, "[data-first]");
    },
  };

  return {
    outline,
    addCard(kind: CardKind): void {
      const { adding } = getState();
      if (!adding) return;
      const card = newCard(kind);
      focusForm(() => {
        editor.edit({ type: "card-added", ...adding, card });
        setState({ adding: undefined });
        say("");
        write({ kind: "card", id: card.id });
      }, "[data-first]");
    },
    stopAdding: () => setState({ adding: undefined }),
    chooseWords: () => choose({ kind: "words" }),
    follow,
    show(view: View): void {
      if (view === "outline" && notedPlace()?.isPushed) {
        if (!isGoingBack) history.back();
        isGoingBack = true;
      } else look({ view });
    },
    chooseFault(fault: PlacedFault | undefined): void {
      if (!fault) return;
      const part: EditorSelection =
        fault.kind === "words" ? { kind: "words" } : { kind: fault.kind, id: fault.ownerId };
      focusForm(() => write(part), '[aria-invalid="true"]', "[data-missing]", "[data-first]");
    },
    removeLanguage(language: Language): void {
      // the pressed button disappears; the language menu is the first menu above the form
      focusForm(() => {
        editor.edit({ type: "language-removed", language });
        say(t("editor.deleted", { name: languageNames[language] }), true);
      }, "select");
    },
    undoDelete(): void {
      editor.undo();
      say(t("editor.undone"));
    },
  };
}

function newCard(kind: CardKind): DraftCard {
  const id = newCardId();
  const own = kindFormOf(kind).own();
  return {
    kind,
    id,
    title: "",
    prompt: "",
    ...(kind !== "statement" && { entry: id }),
    ...own,
    ...("remarksEntry" in own && { remarksEntry: `${id}-remarks` }),
  } as DraftCard;
}

type Sections = Parameters<typeof besideOf>[0]["sections"];

/** A copy of the part right after it, with new IDs and entry names. */
function duplicateItem(sections: Sections, { kind, id }: OutlineItem) {
  if (kind === "section") {
    const at = sections.findIndex((section) => section.id === id);
    const section = sections[at];
    if (!section) return undefined;
    const copy = { ...section, id: newSectionId(), questions: section.questions.map(copyOf) };
    return {
      edit: { type: "section-added" as const, at: at + 1, section: copy },
      part: { kind: "section" as const, id: copy.id },
    };
  }
  for (const { id: sectionId, questions } of sections) {
    const at = questions.findIndex((card) => card.id === id);
    const card = questions[at];
    if (!card) continue;
    const copy = copyOf(card);
    return {
      edit: { type: "card-added" as const, sectionId, at: at + 1, card: copy },
      part: { kind: "card" as const, id: copy.id },
    };
  }
  return undefined;
}

function copyOf(card: DraftCard): DraftCard {
  const id = newCardId();
  return {
    ...card,
    id,
    ...("entry" in card && { entry: id }),
    ...("remarksEntry" in card && { remarksEntry: `${id}-remarks` }),
  };
}
