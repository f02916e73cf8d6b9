import { mapTexts, type Texts } from "../../interview/translated.ts";
import type { Language } from "../../languages.ts";
import type { DraftCard, DraftSection, InterviewDraft } from "./draft.ts";

/** One change to a draft. Indexes start at 0 and do not count the item being moved. */
export type InterviewEdit =
  | { type: "card-added"; sectionId: string; at: number; card: DraftCard }
  | { type: "card-changed"; card: DraftCard }
  | { type: "card-moved"; cardId: string; sectionId: string; at: number }
  | { type: "card-removed"; cardId: string }
  | { type: "section-added"; at: number; section: DraftSection }
  | { type: "section-changed"; section: Omit<DraftSection, "questions"> }
  | { type: "section-moved"; sectionId: string; at: number }
  | { type: "section-removed"; sectionId: string }
  | { type: "words-changed"; words: DraftWords }
  /** Text written so far counts as the first language's, and is missing in the new one. */
  | { type: "language-added"; language: Language }
  /** Removes the language with all its texts. The first language cannot be removed. */
  | { type: "language-removed"; language: Language };

/** The parts of a draft besides its sections; undefined removes a part. */
type DraftWords = {
  [Part in "tips" | "after" | "replyWithin"]?: InterviewDraft[Part] | undefined;
};

/** The draft after the edit; unchanged if the edited item no longer exists. */
export function applyEdit(draft: InterviewDraft, edit: InterviewEdit): InterviewDraft {
  const { sections } = draft;
  switch (edit.type) {
    case "card-added":
      return inSection(draft, edit.sectionId, (cards) => cards.toSpliced(edit.at, 0, edit.card));
    case "card-changed":
      return inSectionOf(draft, edit.card.id, (cards) =>
        cards.map((card) => (card.id === edit.card.id ? edit.card : card)),
      );
    case "card-moved":
      return moved(draft, edit);
    case "card-removed":
      return inSectionOf(draft, edit.cardId, (cards) => cards.filter(({ id }) => id !== edit.cardId));
    case "section-added":
      return { ...draft, sections: sections.toSpliced(edit.at, 0, edit.section) };
    case "section-changed":
      return changedSection(draft, edit.section.id, ({ questions }) => ({ ...edit.section, questions }));
    case "section-moved": {
      const section = sections.find(({ id }) => id === edit.sectionId);
      if (!section) return draft;
      const others = sections.filter((each) => each !== section);
      return { ...draft, sections: others.toSpliced(edit.at, 0, section) };
    }
    case "section-removed":
      return { ...draft, sections: sections.filter(({ id }) => id !== edit.sectionId) };
    case "words-changed":
      return withWords(draft, edit.words);
    case "language-added":
      return withLanguage(draft, edit.language);
    case "language-removed":
      return withoutLanguage(draft, edit.language);
  }
}

function moved(
  draft: InterviewDraft,
  { cardId, sectionId, at }: Extract<InterviewEdit, { type: "card-moved" }>,
): InterviewDraft {
  const card = draft.sections.flatMap(({ questions }) => questions).find(({ id }) => id === cardId);
  if (!card || !draft.sections.some(({ id }) => id === sectionId)) return draft;
  const taken = applyEdit(draft, { type: "card-removed", cardId });
  return inSection(taken, sectionId, (cards) => cards.toSpliced(at, 0, card));
}

function inSection(
  draft: InterviewDraft,
  sectionId: string,
  change: (cards: DraftCard[]) => DraftCard[],
): InterviewDraft {
  return changedSection(draft, sectionId, (section) => ({
    ...section,
    questions: change(section.questions),
  }));
}

function inSectionOf(
  draft: InterviewDraft,
  cardId: string,
  change: (cards: DraftCard[]) => DraftCard[],
): InterviewDraft {
  const section = draft.sections.find(({ questions }) => questions.some(({ id }) => id === cardId));
  return section ? inSection(draft, section.id, change) : draft;
}

function changedSection(
  draft: InterviewDraft,
  sectionId: string,
  change: (section: DraftSection) => DraftSection,
): InterviewDraft {
  const sections = draft.sections.map((section) => (section.id === sectionId ? change(section) : section));
  return { ...draft, sections };
}

function withLanguage(draft: InterviewDraft, language: Language): InterviewDraft {
  const [first = language] = draft.languages;
  if (draft.languages.includes(language)) return draft;
  const ofFirst = (text: string | Texts) =>
    typeof text === "string" && text !== "" ? { [first]: text } : text;
  return { ...(mapTexts(draft, ofFirst) as InterviewDraft), languages: [...draft.languages, language] };
}

function withoutLanguage(draft: InterviewDraft, language: Language): InterviewDraft {
  if (draft.languages.indexOf(language) < 1) return draft;
  const inOthers = (text: string | Texts) => {
    if (typeof text === "string") return text;
    const { [language]: _gone, ...others } = text;
    return others;
  };
  const languages = draft.languages.filter((each) => each !== language);
  return { ...(mapTexts(draft, inOthers) as InterviewDraft), languages };
}

function withWords(draft: InterviewDraft, words: DraftWords): InterviewDraft {
  const parts = Object.entries({ ...draft, ...words }).filter(([, part]) => part !== undefined);
  return Object.fromEntries(parts) as InterviewDraft;
}
