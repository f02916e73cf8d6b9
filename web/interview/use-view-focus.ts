import { type RefObject, useEffect, useRef } from "react";
import { focusQuestion } from "../questions/focus-question.ts";
import type { View } from "./actions.ts";

/**
 * On the content where a key has opened the view, and nothing may come in softly. A rule with `:has(:focus-visible)` would say the
 * same, and have the browser style all of the content anew whenever the focus moves.
 */
const AT_ONCE = "data-at-once";

/**
 * After a change of section or view: the page starts at its top, or where the client was before, and the heading has the focus. A question that was
 * asked for has it instead, at its first control where there is something to answer. After the sign-in the heading has it, too, unless
 * the client is back in a box.
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
    // asked for again, a question is shown again
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
