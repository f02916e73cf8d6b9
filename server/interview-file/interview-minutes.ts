import type { Interview } from "#contract/interview/interview.ts";

/** About how long the interview takes, rounded to five minutes so that it does not read like a promise. */
export function roundedMinutes({ sections }: Pick<Interview, "sections">): number {
  const minutes = sections.reduce((sum, section) => sum + section.minutes, 0);
  return Math.max(Math.round(minutes / 5) * 5, 5);
}
