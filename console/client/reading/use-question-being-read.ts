import { useEffect, useState } from "react";
import { questionBeingRead } from "./go-to-question.ts";

/** The question that somebody is at, as they scroll and as the keyboard's focus moves. */
export function useQuestionBeingRead(): string | undefined {
  const [questionId, setQuestionId] = useState<string>();
  useEffect(() => {
    let frame: number | undefined;
    const look = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        setQuestionId(questionBeingRead());
      });
    };
    // answers that come in move the others
    const sizes = new ResizeObserver(look);
    sizes.observe(document.body);
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    document.addEventListener("focusin", look);
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      sizes.disconnect();
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
      document.removeEventListener("focusin", look);
    };
  }, []);
  return questionId;
}
