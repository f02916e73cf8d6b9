import { type ReactNode, type SyntheticEvent, useId } from "react";
import { Button } from "./Button.tsx";
import styles from "./Dialog.module.css";
import { useModal } from "./use-modal.ts";

type DialogProps = {
  title: string;
  closeLabel: string;
  onClose: () => void;
  /**
   * `split` has two panes: the children place themselves in the columns of the dialog's grid, and the title and the
   * actions are in the first one.
   */
  size?: "normal" | "wide" | "split";
  /**
   * For a dialog before something that cannot be undone: the focus starts on the title, and the safe button is lowest.
   */
  confirms?: boolean;
  children: ReactNode;
  actions?: ReactNode;
};

/** Open while rendered. A control inside that should get the focus first has `data-autofocus`. */
export function Dialog({
  title,
  closeLabel,
  onClose,
  size = "normal",
  confirms = false,
  children,
  actions,
}: DialogProps) {
  const dialog = useModal();
  const titleId = useId();

  const cancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    // a file picker inside the dialog bubbles its own cancel
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };

  // Chrome closes on a second Esc without asking, so `cancel` alone would miss it
  const closed = (event: SyntheticEvent<HTMLDialogElement>) => {
    const dialog = event.currentTarget;
    if (event.target !== dialog || dialog.open) return;
    onClose();
    // if `onClose` has left the dialog on the page, show it again
    setTimeout(() => {
      if (dialog.isConnected && !dialog.open) dialog.showModal();
    });
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={titleId}
      onCancel={cancel}
      onClose={closed}
    >
      <div className={styles.header}>
        <h2 id={titleId} className={styles.title} {...(confirms && { tabIndex: -1, "data-autofocus": "" })}>
          {title}
        </h2>
        <Button variant="quiet" iconOnly icon="close" label={closeLabel} onClick={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
      {actions && (
        <div className={styles.actions} data-confirms={confirms ? "" : undefined}>
          {actions}
        </div>
      )}
    </dialog>
  );
}
