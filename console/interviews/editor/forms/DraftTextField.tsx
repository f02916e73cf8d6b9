import { type ChangeEvent, memo } from "react";
import { languageNames } from "#contract/languages.ts";
import { type DraftText, isMissing, textIn, withTextIn } from "#contract/manage/interview-draft/draft.ts";
import { t } from "../../../translate.ts";
import { TextAreaField } from "../../../ui/fields/TextAreaField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { useEditor } from "../use-editor.ts";
import styles from "./DraftTextField.module.css";

const MAX_HEIGHT_PX = 320;

type DraftTextFieldProps = {
  /** The ID of the card or section that has the text. */
  ownerId: string;
  /** The path of the text in its owner, such as `options.0.label`. */
  field: string;
  label: string;
  labelHidden?: boolean;
  hint?: string;
  text: DraftText | undefined;
  /** The initial number of lines; without it, the text is a single line. */
  rows?: number;
  onText: (text: DraftText, field: string) => void;
  isFirst?: boolean;
};

/** A text of the draft in the language being written in. */
export const DraftTextField = memo(function DraftTextField(props: DraftTextFieldProps) {
  const { ownerId, field, label, labelHidden = false, hint, text, rows, onText, isFirst = false } = props;
  const { languages, language, isReadOnly, faultOf, leave } = useEditor();
  const [first = language] = languages;
  const fault = faultOf(ownerId, field);
  const isTranslation = language !== first;
  const shared = {
    label,
    labelHidden,
    ...(hint !== undefined && { hint }),
    lang: language,
    readOnly: isReadOnly,
    value: textIn(text, language),
    error: fault && !isTranslation ? t(`editor.fault.${fault}`) : undefined,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onText(
        withTextIn(text, { language, languages }, currentTarget.value),
        `${ownerId}.${field}.${language}`,
      ),
    onBlur: () => leave(ownerId, field),
    ...(isFirst && { "data-first": "" }),
    ...(isTranslation && isMissing(text, { first, language }) && { "data-missing": "" }),
  };
  const box =
    rows === undefined ? (
      <TextField {...shared} autoComplete="off" />
    ) : (
      <TextAreaField {...shared} rows={rows} maxHeightPx={MAX_HEIGHT_PX} />
    );
  const source = textIn(text, first);
  if (!isTranslation || source === "") return box;
  return (
    <div className={styles.sides}>
      <p className={styles.source}>
        <span className={styles.language}>{languageNames[first]}</span>
        <bdi lang={first}>{source}</bdi>
      </p>
      {box}
    </div>
  );
});
