import { useDeferredValue } from "react";
import type { Card } from "#contract/interview/question.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";
import { useView } from "../workspace/use-actions.ts";

/** What a phone shows of most sections. */
const FIRST_CARDS = 1;

/**
 * The cards of the open section to draw, and whether these are all of them. The press that opens a section draws the
 * first ones and whatever gets the focus or the scroll position, so that it is answered sooner. The others follow in a
 * second drawing, which a key or press interrupts.
 */
export function useDrawnCards(cards: Card[]): { drawn: Card[]; isWhole: boolean } {
  const sectionId = useDraft((state) => state.draft.sectionId);
  const { boxId } = useDraftStore().store.getState().draft;
  // a box that gets the focus back after a reload must be there at once
  const drawnSection = useDeferredValue(sectionId, boxId === undefined ? "" : sectionId);
  const view = useView();
  if (drawnSection === sectionId || view.scrollY) return { drawn: cards, isWhole: true };
  const asked = view.open === "section" ? cards.findIndex(({ id }) => id === view.questionId) : -1;
  const drawn = cards.slice(0, Math.max(FIRST_CARDS, asked + 1));
  return { drawn, isWhole: drawn.length === cards.length };
}
