import { Delayed } from "../../web/ui/feedback/Delayed.tsx";
import { t } from "../translate.ts";
import styles from "./Skeleton.module.css";

/** What comes sooner is never announced as awaited. */
const AFTER_MS = 150;
const ROWS = ["a", "b", "c", "d"];

/** Stands where an answer of the server will, in about its shape. */
export function Skeleton() {
  return (
    <Delayed afterMs={AFTER_MS}>
      <div role="status" className={styles.skeleton}>
        <span className="visually-hidden">{t("loading")}</span>
        {ROWS.map((row) => (
          <span key={row} className={styles.row} aria-hidden="true" />
        ))}
      </div>
    </Delayed>
  );
}
