import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./DictationButton.module.css";
import type { DictationFailure, DictationState } from "./dictation.ts";

type DictationButtonProps = {
  phase: DictationState["phase"];
  failure: DictationFailure | undefined;
  onStart: () => void;
  onStop: () => void;
};

/** Start and stop, with a line that says where the speech goes, and one that readers announce. */
export function DictationButton({ phase, failure, onStart, onStop }: DictationButtonProps) {
  const isOn = phase !== "idle";
  return (
    <div className={styles.row}>
      <Button
        icon={isOn ? "stop" : "mic"}
        variant={isOn ? "danger" : "secondary"}
        busy={phase === "stopping"}
        data-listening={isOn}
        onClick={isOn ? onStop : onStart}
      >
        {isOn ? t("dictation.stop") : t("dictation.start")}
      </Button>
      {!failure && <span className={styles.privacy}>{t("dictation.privacy")}</span>}
      <span role="status" className={failure ? styles.failure : "visually-hidden"}>
        {failure ? sentenceFor(failure) : isOn && t("dictation.started")}
      </span>
    </div>
  );
}

function sentenceFor(failure: DictationFailure): string {
  return failure === "other" ? t("dictation.failed") : t(`dictation.failed.${failure}`);
}
