import type { ComponentProps, CSSProperties } from "react";
import styles from "./GrowingTextarea.module.css";
import { useFrameHeight } from "./use-frame-height.ts";
import { useGrowingHeight } from "./use-growing-height.ts";

const DEFAULT_ROWS = 2;

/** `rows` sets the minimum height and `maxHeightPx` the maximum, beyond which the box scrolls. */
type GrowingTextareaProps = Omit<ComponentProps<"textarea">, "className" | "style"> & {
  maxHeightPx: number;
  /** Without a border, for a box inside a frame with other controls. */
  isBare?: boolean;
};

export function GrowingTextarea({ maxHeightPx, isBare = false, ref, ...rest }: GrowingTextareaProps) {
  const box = useGrowingHeight(maxHeightPx, ref);
  const frame = useFrameHeight(box);
  const sizes = { "--rows": rest.rows ?? DEFAULT_ROWS, "--max-height": `${maxHeightPx}px` };
  return (
    // an extra element, because a direct grid item is never laid out without the whole grid
    <div className={styles.place}>
      <div ref={frame} className={styles.frame} style={sizes as CSSProperties}>
        <textarea
          autoComplete="off"
          {...rest}
          ref={box}
          className={styles.box}
          data-bare={isBare ? "" : undefined}
        />
      </div>
    </div>
  );
}
