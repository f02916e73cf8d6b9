import { useShortcuts } from "../../shortcuts/use-shortcuts.ts";
import { goToQuestion, pressAct, questionBeingRead } from "./go-to-question.ts";
import { nextToRead, type QuestionReading } from "./reading.ts";

type ClientKeys = {
  questions: readonly QuestionReading[];
  goToNext: (() => void) | undefined;
  goToPrevious: (() => void) | undefined;
  onApproveRead: () => void;
  onBrief: () => void;
};

/** The shortcuts of a client's page, without those of lists. */
export function useClientKeys(keys: ClientKeys): void {
  const { questions, goToNext, goToPrevious, onApproveRead, onBrief } = keys;
  const step = (by: 1 | -1) => (event: KeyboardEvent) => {
    // arrow keys scroll the page
    if (event.key.startsWith("Arrow")) return false;
    const ids = shownQuestions();
    const from = ids.indexOf(questionBeingRead() ?? "");
    const isThere = document.activeElement?.closest("[data-question]");
    const to = ids[isThere ? from + by : Math.max(0, from)];
    if (to !== undefined) goToQuestion(to);
    return true;
  };
  const act = (name: "approve" | "follow-up") => () => {
    const at = questionBeingRead();
    if (at !== undefined) pressAct(at, name);
  };
  useShortcuts({
    down: step(1),
    up: step(-1),
    "next-unread"() {
      const next = nextToRead(questions, questionBeingRead());
      if (next !== undefined) goToQuestion(next);
    },
    approve: act("approve"),
    "approve-read": onApproveRead,
    "follow-up": act("follow-up"),
    "next-client": () => goToNext?.(),
    "previous-client": () => goToPrevious?.(),
    brief: onBrief,
  });
}

function shownQuestions(): string[] {
  const questions = document.querySelectorAll<HTMLElement>("[data-question]");
  return [...questions].map(({ dataset }) => dataset.question ?? "");
}
