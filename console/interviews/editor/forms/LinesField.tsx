import { type DraftText, withTextIn } from "#contract/manage/interview-draft/draft.ts";
import { Button } from "../../../../web/ui/Button.tsx";
import { t } from "../../../translate.ts";
import { useEditor } from "../use-editor.ts";
import { DraftTextField } from "./DraftTextField.tsx";
import styles from "./EditorForm.module.css";

type LinesFieldProps = {
  /** The id of the card that they are a part of; empty where they belong to the interview. */
  ownerId: string;
  /** Their name there, such as `hints`. */
  field: string;
  label: string;
  hint: string;
  /** What one of them is called. */
  name: "step" | "hint" | "probe";
  lines: DraftText[] | undefined;
  max: number;
  /** Undefined where no line is left. `field`: of what was typed. */
  onLines: (lines: DraftText[] | undefined, field?: string) => void;
};

/** A few short texts, a field each. */
export function LinesField({ ownerId, field, label, hint, name, lines = [], max, onLines }: LinesFieldProps) {
  const { languages, language, isReadOnly } = useEditor();
  const empty = withTextIn("", { language, languages }, "");
  const put = (changed: DraftText[], typed?: string) =>
    onLines(changed.length > 0 ? changed : undefined, typed);
  return (
    <fieldset className={styles.part}>
      <legend>{label}</legend>
      <p className={styles.hint}>{hint}</p>
      {lines.length > 0 && (
        <ul className={styles.list}>
          {lines.map((line, at) => (
            // a line has no other name than its place
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={at} className={styles.pair}>
              <DraftTextField
                ownerId={ownerId}
                field={`${field}.${at}`}
                label={t(`editor.line.${name}`, { number: at + 1 })}
                labelHidden
                text={line}
                onText={(text, typed) => put(lines.with(at, text), typed)}
              />
              <Button
                variant="quiet"
                size="small"
                iconOnly
                icon="close"
                label={t(`editor.remove.${name}`, { number: at + 1 })}
                onClick={() => put(lines.toSpliced(at, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      {lines.length < max && !isReadOnly && (
        <Button size="small" icon="plus" onClick={() => put([...lines, empty])}>
          {t(`editor.add.${name}`)}
        </Button>
      )}
    </fieldset>
  );
}
