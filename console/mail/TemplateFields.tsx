import {
  MAIL_SUBJECT_MAX_LENGTH,
  MAIL_TEXT_MAX_LENGTH,
  type MailTemplate,
} from "#contract/manage/mail/mail.ts";
import { t } from "../translate.ts";
import { TextAreaField } from "../ui/fields/TextAreaField.tsx";
import { TextField } from "../ui/fields/TextField.tsx";

type TemplateFieldsProps = {
  words: MailTemplate;
  faultAt: (path: keyof MailTemplate) => string | undefined;
  onChange: (words: MailTemplate) => void;
};

export function TemplateFields({ words, faultAt, onChange }: TemplateFieldsProps) {
  return (
    <>
      <TextField
        label={t("templates.subject")}
        value={words.subject}
        maxLength={MAIL_SUBJECT_MAX_LENGTH}
        error={faultAt("subject")}
        onChange={(event) => onChange({ ...words, subject: event.currentTarget.value })}
        autoComplete="off"
      />
      <TextAreaField
        label={t("templates.text")}
        value={words.text}
        rows={8}
        maxHeightPx={560}
        maxLength={MAIL_TEXT_MAX_LENGTH}
        error={faultAt("text")}
        onChange={(event) => onChange({ ...words, text: event.currentTarget.value })}
      />
    </>
  );
}
