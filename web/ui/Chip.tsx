import type { ReactNode } from "react";
import styles from "./Chip.module.css";
import { Icon } from "./Icon.tsx";

type ChipProps = { isPressed: boolean; onPress: () => void; children: ReactNode };

/** A toggle button for a statement, such as "None of these". */
export function Chip({ isPressed, onPress, children }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isPressed} onClick={onPress}>
      {isPressed && <Icon name="check" />}
      {children}
    </button>
  );
}
