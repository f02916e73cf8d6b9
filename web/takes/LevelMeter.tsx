import { t } from "../translate.ts";
import styles from "./LevelMeter.module.css";
import { useLevel } from "./use-recording.ts";

/** Whether the microphone hears anything, to be seen while speaking. */
export function LevelMeter() {
  const level = useLevel();
  if (level === undefined) return null;
  // ears count in steps, not in amplitude: soft speech moves it too
  return <meter className={styles.level} aria-label={t("recording.level")} value={Math.sqrt(level)} />;
}
