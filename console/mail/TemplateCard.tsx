import { useState } from "react";
import type { MailTemplate, ShownTemplate } from "#contract/manage/mail/mail.ts";
import { Card } from "../../web/ui/Card.tsx";
import { type MessageId, t } from "../translate.ts";
import { TemplateEditor } from "./TemplateEditor.tsx";

type TemplateCardProps = {
  template: ShownTemplate;
  /** The unsaved changes, which survive closing the card. */
  draft: MailTemplate | undefined;
  onDraft: (draft: MailTemplate | undefined) => void;
};

/** The template of one kind of email in one language. */
export function TemplateCard({ template, draft, onDraft }: TemplateCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title={t(`mails.kind.${template.kind}`)}
      aside={t(standingOf(template, draft))}
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      {isOpen && <TemplateEditor template={template} draft={draft} onDraft={onDraft} />}
    </Card>
  );
}

function standingOf({ changedAt }: ShownTemplate, draft: MailTemplate | undefined): MessageId {
  if (draft) return "templates.unsaved";
  return changedAt === null ? "templates.builtIn" : "templates.own";
}
