import { t } from "../translate.ts";
import type { WordRun } from "./compared-words.ts";
import styles from "./Difference.module.css";

type ChangedWordsProps = { runs: WordRun[] };

/** Both versions of an answer as one text: removed words are struck through, added words underlined. */
export function ChangedWords({ runs }: ChangedWordsProps) {
  return (
    <p dir="auto" className={styles.words}>
      {runs.map((run, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs of two texts never change
        <ChangedRun key={place} run={run} />
      ))}
    </p>
  );
}

function ChangedRun({ run: { kind, text } }: { run: WordRun }) {
  if (kind === "kept") return text;
  const Mark = kind === "added" ? "ins" : "del";
  const space = /^\s*(?=\S)/.exec(text)?.[0] ?? "";
  return (
    <>
      {space}
      <HiddenText words={`(${t(`history.run.${kind}`)}: `} />
      <Mark>{text.slice(space.length)}</Mark>
      <HiddenText words=")" />
    </>
  );
}

/** Announced because not every screen reader announces marked text. `bdi` isolates it from the text's direction. */
function HiddenText({ words }: { words: string }) {
  return <bdi className="visually-hidden">{words}</bdi>;
}
