import { t } from "../translate.ts";
import { ChangedWords } from "./ChangedWords.tsx";
import type { WordRun } from "./compared-words.ts";

type ChangedTextProps = {
  before?: string;
  after?: string;
  /** Where both were compared word by word. */
  runs?: WordRun[];
};

/** A text that was added, removed or changed: as one text with its changes, else one version after the other. */
export function ChangedText({ before, after, runs }: ChangedTextProps) {
  if (runs) return <ChangedWords runs={runs} />;
  const hasBoth = Boolean(before) && Boolean(after);
  return (
    <>
      {hasBoth && <Read words={t("history.was")} />}
      {before && <del dir="auto">{before}</del>}
      {hasBoth && <Read words={t("history.is")} />}
      {after && <ins dir="auto">{after}</ins>}
    </>
  );
}

/** Not every screen reader says what is struck through. */
function Read({ words }: { words: string }) {
  return <span className="visually-hidden">{words}: </span>;
}
