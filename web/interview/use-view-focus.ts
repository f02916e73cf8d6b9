import { type RefObject, useEffect, useRef } from "react";
import type { View } from "./actions.ts";

/**
 * After a change of section or view: the page starts at its top, and the heading has the focus. A question that was
 * asked for has it instead, at its first control where there is something to answer.
 */
export function useViewFocus(view: View, sectionId: string): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const questionId = view.open === "section" ? view.questionId : undefined;
  const place = [view.open, sectionId, questionId].join(" ");
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    const card = questionId && content.current?.querySelector<HTMLElement>(`[data-question="${questionId}"]`);
    if (card) showCard(card);
    else showTop(content.current);
  }, [place, questionId]);
  return content;
}

function showTop(content: HTMLElement | null): void {
  window.scrollTo(0, 0);
  content?.querySelector("h2")?.focus({ preventScroll: true });
}

function showCard(card: HTMLElement): void {
  const selector = card.dataset.complete === "true" ? "summary" : "select, input, textarea";
  const control = card.querySelector<HTMLElement>(selector);
  card.scrollIntoView({ block: "start" });
  // marked also after a press: it tells which of the cards in view it is
  control?.focus({ preventScroll: true, focusVisible: true });
  // what waits in a box is gone on with at its end
  if (control instanceof HTMLTextAreaElement) {
    control.setSelectionRange(control.value.length, control.value.length);
  }
}
