import { type DraftText, withTextIn } from "#contract/manage/interview-draft/draft.ts";
import { Button } from "../../../../web/ui/Button.tsx";
import { t } from "../../../translate.ts";
import { useEditor } from "../use-editor.ts";
import { DraftTextField } from "./DraftTextField.tsx";
import styles from "./EditorForm.module.css";
import { useLineFocus } from "./use-line-focus.ts";

type LinesFieldProps = {
  /** The ID of the card that has the lines; empty if the interview has them. */
  ownerId: string;
  /** The property with the lines, such as `hints`. */
  field: string;
  label: string;
  hint: string;
  /** What a single line is called. */
  name: "step" | "hint" | "probe";
  lines: DraftText[] | undefined;
  max: number;
  /** Gets undefined when no line is left. `field` is the field being typed in. */
  onLines: (lines: DraftText[] | undefined, field?: string) => void;
};

/** A list of short texts, with a field for each. */
export function LinesField({ ownerId, field, label, hint, name, lines = [], max, onLines }: LinesFieldProps) {
  const { languages, language, isReadOnly } = useEditor();
  const empty = withTextIn("", { language, languages }, "");
  const put = (changed: DraftText[], typed?: string) =>
    onLines(changed.length > 0 ? changed : undefined, typed);
  const { part, putAndFocus } = useLineFocus();
  return (
    <fieldset ref={part} className={styles.part}>
      <legend>{label}</legend>
      <p className={styles.hint}>{hint}</p>
      {lines.length > 0 && (
        <ul className={styles.list}>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ID
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
                onClick={() => putAndFocus(() => put(lines.toSpliced(at, 1)), Math.max(at - 1, 0))}
              />
            </li>
          ))}
        </ul>
      )}
      {lines.length < max && !isReadOnly && (
        <Button
          size="small"
          icon="plus"
          onClick={() => putAndFocus(() => put([...lines, empty]), lines.length)}
        >
          {t(`editor.add.${name}`)}
        </Button>
      )}
    </fieldset>
  );
}
