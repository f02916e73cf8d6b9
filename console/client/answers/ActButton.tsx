import { Drawing } from "../../ui/Drawing.tsx";
import type { DrawingName } from "../../ui/drawing-paths.ts";
import type { QuestionAct } from "../reading/go-to-question.ts";
import styles from "./ActButton.module.css";

type ActButtonProps = {
  act: QuestionAct;
  drawing: DrawingName;
  /** Of the question, too. */
  label: string;
  isBusy?: boolean;
  /** It gets the keyboard's focus when it appears. */
  isReturn?: boolean;
  onPress: () => void;
};

/** The same function each time, so that this happens when the button appears and never after. */
const focusOnce = (button: HTMLElement | null) => button?.focus();

/** One of the few things that are done at each question: a drawing, with its words on hover. */
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
      ref={isReturn ? focusOnce : undefined}
      onClick={isBusy ? undefined : onPress}
    >
      <Drawing name={drawing} />
    </button>
  );
}
