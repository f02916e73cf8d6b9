import { DelayedContent } from "../../web/ui/feedback/DelayedContent.tsx";
import { t } from "../translate.ts";
import styles from "./Skeleton.module.css";

/**
 * The shape of the content that is loading: rows of the list or of a table, tables side by side, a client's answers, or
 * a few lines.
 */
export type SkeletonShape = "clients" | "table" | "overview" | "client" | "lines";

/** Content that loads sooner shows no skeleton and is not announced as loading. */
const AFTER_MS = 150;

/** The number of blocks of each kind. */
const BLOCKS: Record<SkeletonShape, { [kind in "row" | "chart" | "answer" | "beside" | "line"]?: number }> = {
  clients: { row: 12 },
  table: { row: 6 },
  overview: { chart: 2, row: 8 },
  client: { answer: 4, beside: 3 },
  lines: { line: 4 },
};

/** A placeholder in the shape of the content that is loading. */
export function Skeleton({ shape }: { shape: SkeletonShape }) {
  return (
    <DelayedContent afterMs={AFTER_MS}>
      <div role="status" className={styles.skeleton} data-shape={shape}>
        <span className="visually-hidden">{t("loading")}</span>
        {Object.entries(BLOCKS[shape]).map(([kind, count]) => (
          <div key={kind} className={styles[`${kind}s`]} aria-hidden="true">
            {Array.from({ length: count }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are all alike and never change
              <span key={place} className={styles.block} />
            ))}
          </div>
        ))}
      </div>
    </DelayedContent>
  );
}
