import { t } from "../translate.ts";
import styles from "./LevelMeter.module.css";
import { useLevel } from "./use-recording.ts";

/** Shows whether the microphone hears anything while the client speaks. */
export function LevelMeter() {
  const level = useLevel();
  if (level === undefined) return null;
  // loudness is not linear in amplitude: with the square root, soft speech moves the meter too
  return <meter className={styles.level} aria-label={t("recording.level")} value={Math.sqrt(level)} />;
}
