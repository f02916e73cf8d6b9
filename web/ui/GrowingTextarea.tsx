import type { ComponentProps } from "react";
import styles from "./GrowingTextarea.module.css";
import { useGrowingHeight } from "./use-growing-height.ts";

/** `rows` is the least height, `maxHeightPx` the greatest; beyond it the box scrolls. */
type GrowingTextareaProps = Omit<ComponentProps<"textarea">, "className" | "style"> & { maxHeightPx: number };

export function GrowingTextarea({ maxHeightPx, ref, ...rest }: GrowingTextareaProps) {
  const box = useGrowingHeight(maxHeightPx, ref);
  return (
    <div className={styles.frame}>
      <textarea autoComplete="off" {...rest} ref={box} className={styles.box} />
    </div>
  );
}
