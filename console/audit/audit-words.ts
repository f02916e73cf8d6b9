import type { AuditLine } from "#contract/manage/audit.ts";
import type { EventKind } from "#contract/manage/audit-kinds.ts";
import { type MailKind, mailKinds } from "#contract/manage/mail/mail.ts";
import { t } from "../translate.ts";

/** A part of a sentence: text, or a blank that holds a name or a link. */
export type SentencePart = { words: string } | { blank: Blank };
export type Blank = (typeof blanks)[number];

const blanks = ["who", "client", "manager", "what", "template", "setting", "webhook"] as const;

/** Private-use characters, which no message contains. */
const [OPEN, CLOSE] = ["\ue000", "\ue001"];
const MARKED = new RegExp(`${OPEN}(\\w+)${CLOSE}`);

/** The sentence of an event, split at its blanks, so that names are not inserted into the message itself. */
export function sentenceParts(line: AuditLine & { kind: EventKind }): SentencePart[] {
  const marks = Object.fromEntries(blanks.map((blank) => [blank, `${OPEN}${blank}${CLOSE}`]));
  const text = t(sentenceOf(line), { ...marks, ...choicesOf(line) });
  return text
    .split(MARKED)
    .map((piece, place) => (place % 2 === 0 ? { words: piece } : { blank: piece as Blank }))
    .filter((part) => !("words" in part) || part.words !== "");
}

/** The message ID of an event. Some kinds of keys have a different sentence than access keys. */
function sentenceOf({ kind, detail }: AuditLine & { kind: EventKind }) {
  if (kind === "key.issued" && (detail === "passkey" || detail === "hand-over" || detail === "helper"))
    return `audit.issued.${detail}` as const;
  return `audit.did.${kind}` as const;
}

/** The values by which the sentence of an event varies. */
function choicesOf({ kind, actor, clientId, managerId, detail }: AuditLine & { kind: EventKind }) {
  const isOwn =
    kind.startsWith("manager.") || kind.startsWith("mail.") ? managerId === null : actor === clientId;
  return {
    self: isOwn ? "yes" : "no",
    way: detail ?? "none",
    mail: detail ?? "none",
    about: aboutOf({ kind, actor, clientId, managerId }),
  };
}

function aboutOf({
  kind,
  actor,
  clientId,
  managerId,
}: Pick<AuditLine, "kind" | "actor" | "clientId" | "managerId">) {
  if (kind !== "manager.refused") return clientId === null ? "none" : "client";
  return managerId === null && actor !== "nobody" ? "self" : "account";
}

/** The name of who did it. A request without an account has an address; an action of the server has no address. */
export function actorName({ actor, actorName: name, clientId, address }: AuditLine): string {
  if (name !== null) return name;
  if (actor === clientId) return t("audit.erasedClient");
  if (actor === "operator") return t("audit.operator");
  if (actor === "nobody") return t(address === null ? "audit.server" : "audit.someone");
  return actor;
}

export function clientName({ clientName: name }: AuditLine): string {
  return name ?? t("audit.erasedClient");
}

export function managerName({ managerName: name, managerId }: AuditLine): string {
  return name ?? managerId ?? t("audit.goneAccount");
}

/** The name of the email that a line is about, from the kind in its detail. */
export function mailName({ detail }: AuditLine): string {
  const kind = detail?.split(" ").find(isMailKind);
  return kind === undefined ? (detail ?? "") : t(`mails.kind.${kind}`);
}

function isMailKind(word: string): word is MailKind {
  return Object.hasOwn(mailKinds, word);
}
