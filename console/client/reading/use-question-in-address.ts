import { useEffect } from "react";
import { goToQuestion } from "./go-to-question.ts";
import { changeReadingView } from "./use-reading-view.ts";

/** A link in a mail may name a question: once the answers are there, it is gone to, and a reload stays where one is by then. */
export function useQuestionInAddress(areAnswersShown: boolean): void {
  useEffect(() => {
    const question = new URLSearchParams(location.hash.slice(1)).get("question");
    if (!areAnswersShown || question === null) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    // it may be among those that were read
    changeReadingView({ isOnlyUnread: false });
    setTimeout(() => goToQuestion(question));
  }, [areAnswersShown]);
}
