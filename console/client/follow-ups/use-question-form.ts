import { useEffect, useRef, useState } from "react";
import { useFollowUpDraft } from "./use-follow-up-draft.ts";
import type { FollowUpName } from "./use-follow-ups.ts";

/** Whether the form for a follow-up is open at a question, and where the keyboard's focus goes when something there goes away. */
export function useQuestionForm(name: FollowUpName) {
  const { text: written } = useFollowUpDraft(name);
  const [pressed, setForm] = useState<"never-open" | "open" | "closed">("never-open");
  // words that were begun earlier, or on another device, open the form
  const form = pressed === "never-open" && written !== "" ? "open" : pressed;
  const inside = useRef<HTMLDivElement>(null);
  // on a phone no button that could have the focus next is shown
  useEffect(() => {
    if (form === "closed" && document.activeElement === document.body) focusTitleAt(inside.current);
  }, [form]);
  return { written, form, setForm, inside, focusTitle: () => focusTitleAt(inside.current) };
}

function focusTitleAt(inside: Element | null): void {
  const question = inside?.closest("[data-question]");
  const focused = document.activeElement;
  // who has gone on to something else stays there
  if (focused !== document.body && !question?.contains(focused)) return;
  question?.querySelector("h3")?.focus({ preventScroll: true });
}
