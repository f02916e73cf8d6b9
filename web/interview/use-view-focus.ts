import { type RefObject, useEffect, useRef } from "react";
import { focusQuestion } from "../questions/focus-question.ts";
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
    if (card) focusQuestion(card);
    else showTop(content.current);
  }, [place, questionId]);
  return content;
}

function showTop(content: HTMLElement | null): void {
  window.scrollTo(0, 0);
  content?.querySelector("h2")?.focus({ preventScroll: true });
}
