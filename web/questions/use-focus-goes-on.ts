import { type RefObject, useEffect, useRef } from "react";
import type { QuestionDictation } from "../dictation/use-dictation.ts";

/** Dictation that dies takes its button with it, and the focus: that goes on to the next way of answering. */
export function useFocusGoesOn(dictation: QuestionDictation | undefined): RefObject<HTMLDivElement | null> {
  const ways = useRef<HTMLDivElement>(null);
  const { isDead = false, ending } = dictation ?? {};
  const hasDied = isDead && ending !== undefined;
  const wasDead = useRef(hasDied);
  useEffect(() => {
    // a client who has gone on by then stays there
    if (hasDied && !wasDead.current && document.activeElement === document.body) {
      const find = (kind: "button" | "textarea") => ways.current?.querySelector(kind);
      (find("button") ?? find("textarea"))?.focus();
    }
    wasDead.current = hasDied;
  }, [hasDied]);
  return ways;
}
