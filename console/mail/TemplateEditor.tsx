import { useRef } from "react";
import { type MailTemplate, mailKinds, type ShownTemplate } from "#contract/manage/mail/mail.ts";
import { Button } from "../../web/ui/Button.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { Placeholders } from "./Placeholders.tsx";
import styles from "./TemplateEditor.module.css";
import { TemplateFields } from "./TemplateFields.tsx";
import { TemplatePreview } from "./TemplatePreview.tsx";
import { TemplateReset } from "./TemplateReset.tsx";
import { useChangeTemplate, usePreview, useRemoveTemplate } from "./use-templates.ts";

type TemplateEditorProps = {
  template: ShownTemplate;
  /** The unsaved changes. */
  draft: MailTemplate | undefined;
  onDraft: (draft: MailTemplate | undefined) => void;
};

/** Edits a template beside a preview, and can restore the built-in text. */
export function TemplateEditor({ template, draft, onDraft }: TemplateEditorProps) {
  const { kind, subject, text, placeholders, changedAt } = template;
  const words = draft ?? { subject, text };
  const saving = useChangeTemplate(template);
  const removing = useRemoveTemplate(template);
  const preview = usePreview(template, words);
  const saveButton = useRef<HTMLButtonElement>(null);
  const change = (next: MailTemplate | undefined) => {
    saving.reset();
    removing.reset();
    const isStored = next?.subject === subject && next.text === text;
    onDraft(isStored ? undefined : next);
  };
  const save = () => {
    removing.reset();
    saving.mutate(words, { onSuccess: () => onDraft(undefined) });
  };
  const bringBack = () => {
    change(undefined);
    // the focused button disappears together with the provider's text
    removing.mutate(undefined, { onSuccess: () => saveButton.current?.focus() });
  };
  return (
    <div className={styles.columns}>
      <div className={styles.words}>
        <p className={styles.to}>{t(`templates.to.${mailKinds[kind].to}`)}</p>
        <Form onSubmit={save}>
          <TemplateFields
            words={words}
            faultAt={(path) => faultOf(saving.error, path) ?? faultOf(preview.error, path)}
            onChange={change}
          />
          <ErrorMessage error={saving.error ?? removing.error} />
          <div className={styles.actions}>
            <Button ref={saveButton} variant="primary" type="submit" busy={saving.isPending}>
              {t("templates.save")}
            </Button>
            {changedAt !== null && <TemplateReset isBusy={removing.isPending} onConfirm={bringBack} />}
          </div>
          <p role="status">
            {saving.isSuccess && t("templates.saved")}
            {removing.isSuccess && t("templates.broughtBack")}
          </p>
        </Form>
        <Placeholders names={placeholders} />
      </div>
      <TemplatePreview preview={preview} />
    </div>
  );
}
