import { type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import { useStore } from "zustand";
import { type DraftCard, textIn } from "#contract/manage/interview-draft/draft.ts";
import { t } from "../../translate.ts";
import type { DraftEditor } from "./draft-editor.ts";
import type { PlacedFault } from "./faults.ts";
import { type CardKind, kindFormOf } from "./kinds/kind-forms.tsx";
import { newCardId, newSectionId } from "./new-ids.ts";
import type { OutlineActs } from "./Outline.tsx";
import { besideOf, movedBy, type Part, placeOfCard } from "./outline-moves.ts";

export type Chosen = Part | { kind: "words" };
const MINUTES = 5;

/** What is chosen in the outline, and everything that its rows, menus and keys do. */
export function useOutlineActs(editor: DraftEditor, form: RefObject<HTMLElement | null>) {
  const draft = useStore(editor.store, ({ history }) => history.present);
  const [wished, setWished] = useState<Chosen>();
  const [view, setView] = useState<"outline" | "form" | "preview">("outline");
  const [adding, setAdding] = useState<{ sectionId: string; at: number }>();
  const [said, setSaid] = useState("");
  const [deleted, setDeleted] = useState(false);

  const isThere = (chosen: Chosen) =>
    chosen.kind === "words" ||
    (chosen.kind === "section"
      ? draft.sections.some(({ id }) => id === chosen.id)
      : placeOfCard(draft, chosen.id) !== undefined);
  const [firstSection] = draft.sections;
  const beginning: Chosen = firstSection ? { kind: "section", id: firstSection.id } : { kind: "words" };
  const chosen = wished && isThere(wished) ? wished : beginning;

  const nameOf = ({ kind, id }: Part) => {
    const [first = "en"] = draft.languages;
    const text =
      kind === "section"
        ? draft.sections.find((section) => section.id === id)?.name
        : placeOfCard(draft, id)?.card.title;
    return textIn(text, first) || t("editor.untitled");
  };
  // changes are on the page before the focus moves, so that words that are typed on go into the right field
  const focusRow = (id: string, change: () => void) => {
    flushSync(change);
    document.querySelector<HTMLElement>(`[data-part="${id}"]`)?.focus();
  };
  /** The first of them that is there. */
  const focusForm = (change: () => void, ...selectors: string[]) => {
    flushSync(change);
    const found = selectors.map((selector) => form.current?.querySelector<HTMLElement>(selector));
    found.find((element) => element)?.focus();
  };
  const say = (words: string) => {
    setDeleted(false);
    setSaid(words);
  };

  /** Who looks at the preview goes on looking. */
  function choose(part: Chosen): void {
    setWished(part);
    setView((before) => (before === "preview" ? before : "form"));
  }

  function write(part: Chosen): void {
    setWished(part);
    setView("form");
  }

  function move(part: Part, step: 1 | -1): void {
    const edit = movedBy(draft, part, step);
    if (!edit) return;
    focusRow(part.id, () => {
      editor.edit(edit);
      sayPlace(part);
    });
  }

  /** Where a part stands now, for those who do not see it. */
  function sayPlace(part: Part): void {
    const { sections } = editor.store.getState().history.present;
    if (part.kind === "section") {
      const at = sections.findIndex(({ id }) => id === part.id) + 1;
      say(t("editor.movedSection", { name: nameOf(part), at, of: sections.length }));
      return;
    }
    const place = placeOfCard(editor.store.getState().history.present, part.id);
    const section = place && sections[place.sectionAt];
    if (!place || !section) return;
    const where = { at: place.at + 1, of: section.questions.length };
    const sectionName = nameOf({ kind: "section", id: section.id });
    say(t("editor.movedCard", { name: nameOf(part), section: sectionName, ...where }));
  }

  function remove(part: Part): void {
    const beside = besideOf(draft, part);
    const name = nameOf(part);
    const change = () => {
      editor.edit(
        part.kind === "section"
          ? { type: "section-removed", sectionId: part.id }
          : { type: "card-removed", cardId: part.id },
      );
      setWished(beside);
      setSaid(t("editor.deleted", { name }));
      setDeleted(true);
    };
    if (beside) focusRow(beside.id, change);
    else change();
  }

  function addCard(kind: CardKind): void {
    if (!adding) return;
    const id = newCardId();
    const common = { kind, id, title: "", prompt: "" };
    const own = kindFormOf(kind).own();
    const card = {
      ...common,
      ...(kind !== "statement" && { entry: id }),
      ...own,
      ...("remarksEntry" in own && { remarksEntry: `${id}-remarks` }),
    } as DraftCard;
    focusForm(() => {
      editor.edit({ type: "card-added", sectionId: adding.sectionId, at: adding.at, card });
      setAdding(undefined);
      say("");
      write({ kind: "card", id });
    }, "[data-first]");
  }

  const outline: OutlineActs = {
    onChoose: choose,
    onMove: move,
    onMoveTo(cardId, sectionId) {
      const at = draft.sections.find(({ id }) => id === sectionId)?.questions.length ?? 0;
      focusRow(cardId, () => {
        editor.edit({ type: "card-moved", cardId, sectionId, at });
        sayPlace({ kind: "card", id: cardId });
      });
    },
    onDuplicate(part) {
      const copy = duplicated(draft.sections, part);
      if (!copy) return;
      focusForm(() => {
        editor.edit(copy.edit);
        write(copy.part);
      }, "[data-first]");
    },
    onDelete: remove,
    onAddCard(sectionId, afterId) {
      const place = afterId === undefined ? undefined : placeOfCard(draft, afterId);
      const section = draft.sections.find(({ id }) => id === (place?.sectionId ?? sectionId));
      if (section) setAdding({ sectionId: section.id, at: place ? place.at + 1 : section.questions.length });
    },
    onAddSection() {
      const id = newSectionId();
      const section = { id, name: "", minutes: MINUTES, description: "", questions: [] };
      focusForm(() => {
        editor.edit({ type: "section-added", at: draft.sections.length, section });
        say("");
        write({ kind: "section", id });
      }, "[data-first]");
    },
  };

  return {
    chosen,
    view,
    adding,
    said,
    deleted,
    outline,
    addCard,
    stopAdding: () => setAdding(undefined),
    chooseWords: () => choose({ kind: "words" }),
    show: setView,
    chooseFault(fault: PlacedFault | undefined): void {
      if (!fault) return;
      const part: Chosen =
        fault.kind === "words" ? { kind: "words" } : { kind: fault.kind, id: fault.ownerId };
      focusForm(() => write(part), '[aria-invalid="true"]', "[data-first]");
    },
    undoDelete(): void {
      editor.undo();
      say(t("editor.undone"));
    },
  };
}

type Sections = Parameters<typeof besideOf>[0]["sections"];

/** A copy behind the part, with new ids and entry names. */
function duplicated(sections: Sections, { kind, id }: Part) {
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
