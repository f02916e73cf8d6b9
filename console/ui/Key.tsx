import styles from "./Key.module.css";

type KeyProps = {
  children: string;
  /** Beside what it presses: readers skip it, and so do screens without a keyboard. */
  isHint?: boolean;
};

/** A key of the keyboard. */
export function Key({ children, isHint = false }: KeyProps) {
  return (
    <kbd className={styles.key} data-hint={isHint ? "" : undefined} aria-hidden={isHint ? "true" : undefined}>
      {children}
    </kbd>
  );
}
