import { type RefObject, useEffect, useRef } from "react";
import type { QuestionDictation } from "../dictation/use-dictation.ts";

/**
 * When dictation dies, its button disappears with the focus. This hook moves the focus to the next way of answering.
 */
export function useFocusAfterDictation(
  dictation: QuestionDictation | undefined,
): RefObject<HTMLDivElement | null> {
  const ways = useRef<HTMLDivElement>(null);
  const { isDead = false, ending } = dictation ?? {};
  const hasDied = isDead && ending !== undefined;
  const wasDead = useRef(hasDied);
  useEffect(() => {
    // not if the client has gone on by then
    if (hasDied && !wasDead.current && document.activeElement === document.body) {
      const find = (kind: "button" | "textarea") => ways.current?.querySelector(kind);
      (find("button") ?? find("textarea"))?.focus();
    }
    wasDead.current = hasDied;
  }, [hasDied]);
  return ways;
}
