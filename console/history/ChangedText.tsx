import { t } from "../translate.ts";
import { ChangedWords } from "./ChangedWords.tsx";
import type { WordRun } from "./compared-words.ts";

type ChangedTextProps = {
  before?: string;
  after?: string;
  /** Set if both texts were compared word by word. */
  runs?: WordRun[];
};

/**
 * A text that was added, removed or changed. It is shown with its changes marked, or else as the old text and then the
 * new one.
 */
export function ChangedText({ before, after, runs }: ChangedTextProps) {
  if (runs) return <ChangedWords runs={runs} />;
  const hasBoth = Boolean(before) && Boolean(after);
  return (
    <>
      {hasBoth && <VersionLabel words={t("history.was")} />}
      {before && <del dir="auto">{before}</del>}
      {hasBoth && <VersionLabel words={t("history.is")} />}
      {after && <ins dir="auto">{after}</ins>}
    </>
  );
}

/** Announced because not every screen reader announces strikethrough. */
function VersionLabel({ words }: { words: string }) {
  return <span className="visually-hidden">{words}: </span>;
}
