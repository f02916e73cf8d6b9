import { useEffect } from "react";
import { goToQuestion } from "./go-to-question.ts";
import { changeReadingView } from "./use-reading-view.ts";

/**
 * Scrolls to the question that an email's link names, once the answers are shown. The name is then removed from the
 * URL, so that a reload keeps the scroll position.
 */
export function useQuestionInAddress(areAnswersShown: boolean): void {
  useEffect(() => {
    const question = new URLSearchParams(location.hash.slice(1)).get("question");
    if (!areAnswersShown || question === null) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    // the question may be read already, and so be hidden
    changeReadingView({ isOnlyUnread: false });
    setTimeout(() => goToQuestion(question));
  }, [areAnswersShown]);
}
