import { useState } from "react";
import { type Answer, isTranscriptPending } from "#contract/record/answer.ts";
import { shorten } from "#contract/text.ts";
import { PendingTranscript } from "../../takes/PendingTranscript.tsx";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./AnswerText.module.css";

type AnswerTextProps = { answer: Answer; previewCharacters: number };

/** What was answered; long text is previewed (spec §2.2). */
export function AnswerText({ answer, previewCharacters }: AnswerTextProps) {
  const [isWhole, setWhole] = useState(false);
  if (isTranscriptPending(answer)) return <PendingTranscript answer={answer} />;
  const preview = shorten(answer.transcript, previewCharacters);
  const isLong = preview !== answer.transcript;
  return (
    <div>
      <p className={styles.text}>{isWhole ? answer.transcript : preview}</p>
      {isLong && (
        <Button variant="quiet" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t("answer.showLess") : t("answer.showMore")}
        </Button>
      )}
    </div>
  );
}
