import { useState } from "react";
import type { MailTemplate, ShownTemplate } from "#contract/manage/mail/mail.ts";
import { Card } from "../../web/ui/Card.tsx";
import { type MessageId, t } from "../translate.ts";
import { TemplateEditor } from "./TemplateEditor.tsx";

type TemplateCardProps = { template: ShownTemplate };

/** The words of one kind of mail. What was typed and not saved outlasts a closed card. */
export function TemplateCard({ template }: TemplateCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [draft, setDraft] = useState<MailTemplate>();
  return (
    <Card
      title={t(`mails.kind.${template.kind}`)}
      aside={t(standingOf(template, draft))}
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      {isOpen && <TemplateEditor template={template} draft={draft} onDraft={setDraft} />}
    </Card>
  );
}

function standingOf({ changedAt }: ShownTemplate, draft: MailTemplate | undefined): MessageId {
  if (draft) return "templates.unsaved";
  return changedAt === null ? "templates.builtIn" : "templates.own";
}
