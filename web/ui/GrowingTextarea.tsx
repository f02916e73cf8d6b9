import type { ComponentProps, CSSProperties } from "react";
import styles from "./GrowingTextarea.module.css";
import { useGrowingHeight } from "./use-growing-height.ts";

const DEFAULT_ROWS = 2;

/** `rows` is the least height, `maxHeightPx` the greatest; beyond it the box scrolls. */
type GrowingTextareaProps = Omit<ComponentProps<"textarea">, "className" | "style"> & { maxHeightPx: number };

export function GrowingTextarea({ maxHeightPx, ref, ...rest }: GrowingTextareaProps) {
  const box = useGrowingHeight(maxHeightPx, ref);
  const sizes = { "--rows": rest.rows ?? DEFAULT_ROWS, "--max-height": `${maxHeightPx}px` };
  return (
    <div className={styles.frame}>
      <textarea
        autoComplete="off"
        {...rest}
        ref={box}
        className={styles.box}
        style={sizes as CSSProperties}
      />
    </div>
  );
}
