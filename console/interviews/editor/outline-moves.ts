import type { DraftCard, InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type { InterviewEdit } from "#contract/manage/interview-draft/interview-edit.ts";

/** A section or a card of the outline. */
export type Part = { kind: "section" | "card"; id: string };

/** Where a card stands; places count from 0. */
type CardPlace = { card: DraftCard; sectionId: string; sectionAt: number; at: number };

export function placeOfCard({ sections }: InterviewDraft, cardId: string): CardPlace | undefined {
  for (const [sectionAt, { id: sectionId, questions }] of sections.entries()) {
    const at = questions.findIndex(({ id }) => id === cardId);
    const card = questions[at];
    if (card) return { card, sectionId, sectionAt, at };
  }
  return undefined;
}

/** One step up or down; a card at the end of its section goes on in the next. Undefined where there is no further. */
export function movedBy(draft: InterviewDraft, part: Part, step: 1 | -1): InterviewEdit | undefined {
  return part.kind === "section" ? movedSection(draft, part.id, step) : movedCard(draft, part.id, step);
}

function movedSection(
  { sections }: InterviewDraft,
  sectionId: string,
  step: number,
): InterviewEdit | undefined {
  const at = sections.findIndex(({ id }) => id === sectionId) + step;
  if (at < 0 || at >= sections.length) return undefined;
  return { type: "section-moved", sectionId, at };
}

function movedCard(draft: InterviewDraft, cardId: string, step: number): InterviewEdit | undefined {
  const place = placeOfCard(draft, cardId);
  const own = place && draft.sections[place.sectionAt];
  if (!place || !own) return undefined;
  const at = place.at + step;
  if (at >= 0 && at < own.questions.length) return { type: "card-moved", cardId, sectionId: own.id, at };
  const next = draft.sections[place.sectionAt + step];
  if (!next) return undefined;
  return { type: "card-moved", cardId, sectionId: next.id, at: step > 0 ? 0 : next.questions.length };
}

/** What stands where a part was: the one behind it, else the one before. */
export function besideOf({ sections }: InterviewDraft, { kind, id }: Part): Part | undefined {
  const parts = sections.flatMap<Part>((section) => [
    { kind: "section", id: section.id },
    ...section.questions.map((card) => ({ kind: "card" as const, id: card.id })),
  ]);
  const at = parts.findIndex((part) => part.kind === kind && part.id === id);
  const gone =
    kind === "section" ? (sections.find((section) => section.id === id)?.questions.length ?? 0) : 0;
  return parts[at + gone + 1] ?? parts[at - 1];
}
