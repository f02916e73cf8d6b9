import { type ChangeEvent, memo } from "react";
import { type DraftText, textIn, withTextIn } from "#contract/manage/interview-draft/draft.ts";
import { t } from "../../translate.ts";
import { TextAreaField } from "../../ui/fields/TextAreaField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { useEditor } from "./use-editor.ts";

const MAX_HEIGHT_PX = 320;

type DraftTextFieldProps = {
  /** The id of the card or section that it is a part of. */
  ownerId: string;
  /** Its name there, such as `options.0.label`. */
  field: string;
  label: string;
  labelHidden?: boolean;
  hint?: string;
  text: DraftText | undefined;
  /** Of what may have several lines; without it, the text is one line. */
  rows?: number;
  onText: (text: DraftText, field: string) => void;
  isFirst?: boolean;
};

/** A text of the draft in the language that is written in. */
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
    ...(isTranslation && { placeholder: textIn(text, first) }),
    error: fault && !isTranslation ? t(`editor.fault.${fault}`) : undefined,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onText(
        withTextIn(text, { language, languages }, currentTarget.value),
        `${ownerId}.${field}.${language}`,
      ),
    onBlur: () => leave(ownerId, field),
    ...(isFirst && { "data-first": "" }),
  };
  if (rows === undefined) return <TextField {...shared} autoComplete="off" />;
  return <TextAreaField {...shared} rows={rows} maxHeightPx={MAX_HEIGHT_PX} />;
});
