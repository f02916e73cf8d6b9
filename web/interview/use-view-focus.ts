import { type RefObject, useEffect, useRef } from "react";
import { focusQuestion } from "../questions/focus-question.ts";
import type { View } from "./workspace/actions.ts";

/**
 * Set on the content when a key opened the view; it turns the fade-in off. A rule with `:has(:focus-visible)` instead
 * would make the browser style all of the content again whenever the focus moves.
 */
const AT_ONCE = "data-at-once";

/**
 * After a change of section or view, scrolls to the top or to the given position and focuses the heading. A question
 * that was asked for gets the focus instead, at its first control if it is not complete. After sign-in, the heading
 * gets the focus unless a box has it.
 */
export function useViewFocus(view: View, sectionId: string): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const questionId = view.open === "section" ? view.questionId : undefined;
  const shown = useRef({ view, sectionId });
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading(content.current);
    noteWay(content.current);
  }, []);
  useEffect(() => {
    // each new view object counts, so a question can be asked for twice
    if (shown.current.view === view && shown.current.sectionId === sectionId) return;
    shown.current = { view, sectionId };
    const card = questionId && content.current?.querySelector<HTMLElement>(`[data-question="${questionId}"]`);
    if (card && view.scrollY === undefined) focusQuestion(card);
    else showAt(content.current, view.scrollY ?? 0);
    noteWay(content.current);
  }, [view, sectionId, questionId]);
  return content;
}

function noteWay(content: HTMLElement | null): void {
  content?.toggleAttribute(AT_ONCE, content.querySelector(":focus-visible") !== null);
}

function showAt(content: HTMLElement | null, scrollY: number): void {
  window.scrollTo(0, scrollY);
  focusHeading(content);
}

function focusHeading(content: HTMLElement | null): void {
  content?.querySelector("h2")?.focus({ preventScroll: true });
}
