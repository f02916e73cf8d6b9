import type { DraftCard, InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type { InterviewEdit } from "#contract/manage/interview-draft/interview-edit.ts";

/** A section or a card of the outline. */
export type OutlineItem = { kind: "section" | "card"; id: string };

/** The position of a card; indexes count from 0. */
type CardPlace = { card: DraftCard; sectionId: string; sectionAt: number; at: number };

export function placeOfCard({ sections }: InterviewDraft, cardId: string): CardPlace | undefined {
  for (const [sectionAt, { id: sectionId, questions }] of sections.entries()) {
    const at = questions.findIndex(({ id }) => id === cardId);
    const card = questions[at];
    if (card) return { card, sectionId, sectionAt, at };
  }
  return undefined;
}

/**
 * Moves a part one step up or down. A card at the edge of its section moves into the adjacent one. Undefined if no
 * further move is possible.
 */
export function movedBy(draft: InterviewDraft, part: OutlineItem, step: 1 | -1): InterviewEdit | undefined {
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

/**
 * Where a part was dropped: before or after a part of the same kind. A card dropped before a section becomes its first
 * card, and after a section its last.
 */
export type Drop = { part: OutlineItem; side: "before" | "after" };

/** Undefined if the part is already there, or if the place does not exist. */
export function droppedAt(
  draft: InterviewDraft,
  dragged: OutlineItem,
  drop: Drop,
): InterviewEdit | undefined {
  return dragged.kind === "section"
    ? droppedSection(draft, dragged.id, drop)
    : droppedCard(draft, dragged.id, drop);
}

function droppedSection(
  { sections }: InterviewDraft,
  sectionId: string,
  { part, side }: Drop,
): InterviewEdit | undefined {
  const at = placeBeside(sections, { dragged: sectionId, beside: part.id, side });
  return at === undefined ? undefined : { type: "section-moved", sectionId, at };
}

function droppedCard(draft: InterviewDraft, cardId: string, { part, side }: Drop): InterviewEdit | undefined {
  const from = placeOfCard(draft, cardId);
  const sectionId = part.kind === "section" ? part.id : placeOfCard(draft, part.id)?.sectionId;
  const cards = draft.sections.find(({ id }) => id === sectionId)?.questions;
  if (!from || sectionId === undefined || !cards) return undefined;
  if (part.kind === "card") {
    const at = placeBeside(cards, { dragged: cardId, beside: part.id, side });
    return at === undefined ? undefined : { type: "card-moved", cardId, sectionId, at };
  }
  const at = side === "before" ? 0 : cards.filter(({ id }) => id !== cardId).length;
  return from.sectionId === sectionId && from.at === at
    ? undefined
    : { type: "card-moved", cardId, sectionId, at };
}

type SiblingMove = { dragged: string; beside: string; side: Drop["side"] };

/** The index among the other parts; undefined if the part is already there or the place does not exist. */
function placeBeside(
  all: readonly { id: string }[],
  { dragged, beside, side }: SiblingMove,
): number | undefined {
  const others = all.filter(({ id }) => id !== dragged);
  const besideAt = others.findIndex(({ id }) => id === beside);
  const at = besideAt + (side === "after" ? 1 : 0);
  return besideAt < 0 || all.findIndex(({ id }) => id === dragged) === at ? undefined : at;
}

/** The part to select after a deletion: the next one, or else the previous one. */
export function besideOf({ sections }: InterviewDraft, { kind, id }: OutlineItem): OutlineItem | undefined {
  const parts = sections.flatMap<OutlineItem>((section) => [
    { kind: "section", id: section.id },
    ...section.questions.map((card) => ({ kind: "card" as const, id: card.id })),
  ]);
  const at = parts.findIndex((part) => part.kind === kind && part.id === id);
  const gone =
    kind === "section" ? (sections.find((section) => section.id === id)?.questions.length ?? 0) : 0;
  return parts[at + gone + 1] ?? parts[at - 1];
}
