import { t } from "../translate.ts";

/** A length of time in words: 1 min 40 s. */
export function durationWords(durationMs: number): string {
  const whole = Math.round(durationMs / 1_000);
  const minutes = Math.floor(whole / 60);
  const seconds = whole % 60;
  return minutes === 0 ? t("take.seconds", { seconds }) : t("take.minutes", { minutes, seconds });
}
