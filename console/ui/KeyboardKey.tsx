import styles from "./KeyboardKey.module.css";

type KeyboardKeyProps = {
  children: string;
  /**
   * Whether the key is only a hint beside its action. Hints are hidden from screen readers and on devices without a
   * keyboard.
   */
  isHint?: boolean;
};

/** A keyboard key. */
export function KeyboardKey({ children, isHint = false }: KeyboardKeyProps) {
  return (
    <kbd className={styles.key} data-hint={isHint ? "" : undefined} aria-hidden={isHint ? "true" : undefined}>
      {children}
    </kbd>
  );
}
