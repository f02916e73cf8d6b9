import { useEffect, useRef, useState } from "react";
import { useFollowUpDraft } from "./use-follow-up-draft.ts";
import type { FollowUpName } from "./use-follow-ups.ts";

/**
 * Whether the follow-up form of a question is open. Keeps the keyboard focus at the question when the focused element
 * disappears.
 */
export function useQuestionForm(name: FollowUpName) {
  const { text: written } = useFollowUpDraft(name);
  const [pressed, setForm] = useState<"never-open" | "open" | "closed">("never-open");
  // a draft that was begun earlier or on another device opens the form
  const form = pressed === "never-open" && written !== "" ? "open" : pressed;
  const inside = useRef<HTMLDivElement>(null);
  // on a phone, no button is visible that could take the focus
  useEffect(() => {
    if (form === "closed" && document.activeElement === document.body) focusTitleAt(inside.current);
  }, [form]);
  return {
    written,
    form,
    isPressed: pressed === "open",
    setForm,
    inside,
    focusTitle: () => focusTitleAt(inside.current),
  };
}

function focusTitleAt(inside: Element | null): void {
  const question = inside?.closest("[data-question]");
  const focused = document.activeElement;
  // leaves the focus alone if the user has moved on to something else
  if (focused !== document.body && !question?.contains(focused)) return;
  question?.querySelector("h3")?.focus({ preventScroll: true });
}
