import { Drawing } from "../../ui/drawings/Drawing.tsx";
import type { DrawingName } from "../../ui/drawings/drawing-paths.ts";
import { focusIfLost } from "../../ui/focus/focus-if-lost.ts";
import type { QuestionAct } from "../reading/go-to-question.ts";
import styles from "./ActButton.module.css";

type ActButtonProps = {
  act: QuestionAct;
  drawing: DrawingName;
  /** Includes the question's title. */
  label: string;
  isBusy?: boolean;
  /** Takes the lost keyboard focus when the button appears. */
  isReturn?: boolean;
  onPress: () => void;
};

/** An icon button for an action on a question. Its label appears on hover. */
export function ActButton({
  act,
  drawing,
  label,
  isBusy = false,
  isReturn = false,
  onPress,
}: ActButtonProps) {
  return (
    <button
      type="button"
      className={styles.act}
      data-act={act}
      aria-label={label}
      title={label}
      aria-disabled={isBusy || undefined}
      ref={isReturn ? focusIfLost : undefined}
      onClick={isBusy ? undefined : onPress}
    >
      <Drawing name={drawing} />
    </button>
  );
}
