import type { MergeVersions } from "./merge-answers.ts";

/**
 * Keeps what either device has chosen. What one device has removed goes, unless `keeps` says that the other device has
 * since added details to it.
 */
export function mergeList(
  { base, mine, theirs }: MergeVersions<string[]>,
  keeps: (value: string, holder: "mine" | "theirs") => boolean = () => false,
): string[] {
  const isKept = (value: string, holder: "mine" | "theirs", other: string[]) =>
    other.includes(value) || !base.includes(value) || keeps(value, holder);
  const added = mine.filter((value) => !theirs.includes(value));
  return [
    ...theirs.filter((value) => isKept(value, "theirs", mine)),
    ...added.filter((value) => isKept(value, "mine", theirs)),
  ];
}
