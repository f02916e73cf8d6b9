import { useEffect, useState } from "react";
import { questionBeingRead } from "./go-to-question.ts";

/** The ID of the question being read, updated on scrolling and on focus changes. */
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
    // new answers move the questions below them
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
