import type { ReactNode } from "react";
import { Link } from "wouter";
import type { AuditLine } from "#contract/manage/audit.ts";
import { isEventKind } from "#contract/manage/audit-kinds.ts";
import { auditedSetting } from "../settings/audited-setting.ts";
import { t } from "../translate.ts";
import { actorName, type Blank, clientName, mailName, managerName, sentenceParts } from "./audit-words.ts";

/** The sentence of a line, with links to the people and things in it. */
export function AuditSentence({ line }: { line: AuditLine }) {
  const { kind } = line;
  // an event kind of another release
  if (!isEventKind(kind)) return <span lang="en">{kind}</span>;
  return sentenceParts({ ...line, kind }).map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
    "words" in part ? part.words : <FilledBlank key={place} blank={part.blank} line={line} />,
  );
}

function FilledBlank({ blank, line }: { blank: Blank; line: AuditLine }): ReactNode {
  const { actor, clientId, detail } = line;
  switch (blank) {
    case "who":
      return actor === clientId ? <ClientLink line={line} /> : <b>{<bdi>{actorName(line)}</bdi>}</b>;
    case "client":
      return <ClientLink line={line} />;
    case "manager":
      return <SentenceLink to="/managers">{managerName(line)}</SentenceLink>;
    case "webhook":
      return <SentenceLink to="/webhooks">{t("audit.webhook")}</SentenceLink>;
    case "template":
      return <SentenceLink to="/mail/words">{mailName(line)}</SentenceLink>;
    case "setting":
      return <SettingLink line={line} />;
    case "what":
      return <bdi>{line.kind.startsWith("mail.") ? mailName(line) : detail}</bdi>;
  }
}

function ClientLink({ line }: { line: AuditLine }) {
  const name = clientName(line);
  if (line.clientName === null) return name;
  return <SentenceLink to={`/clients/${line.clientId}`}>{name}</SentenceLink>;
}

function SettingLink({ line }: { line: AuditLine }) {
  const audited = auditedSetting(line);
  return (
    <SentenceLink to="/settings">
      {audited ? t(`settings.name.${audited.name}`) : t("settings.title")}
    </SentenceLink>
  );
}

function SentenceLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to}>
      <bdi>{children}</bdi>
    </Link>
  );
}
