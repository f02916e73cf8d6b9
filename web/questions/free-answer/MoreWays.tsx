import { useRef, useState } from "react";
import { type AnswerReason, answerReasons } from "#contract/record/record.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./MoreWays.module.css";

type MoreWaysProps = { questionId: string };

/** Answers a question for a client who has nothing to write there. */
export function MoreWays({ questionId }: MoreWaysProps) {
  const { addReason } = useDraftStore();
  const answers = useDraft((state) => state.draft.answers.written[questionId]);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const offered = answerReasons.filter((reason) => !answers?.some((answer) => answer.reason === reason));
  const give = (reason: AnswerReason) => {
    addReason(questionId, reason, t(`reason.${reason}`));
    setOpen(false);
    // the button that was pressed goes away
    opener.current?.focus({ preventScroll: true });
  };
  if (offered.length === 0) return null;
  return (
    <div className={styles.ways} data-open={isOpen}>
      <Button ref={opener} variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t("answer.ways")}
      </Button>
      {isOpen && (
        <div className={styles.list}>
          {offered.map((reason) => (
            <Button key={reason} onClick={() => give(reason)}>
              {t(`reason.${reason}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
