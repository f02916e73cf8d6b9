import type { MailLine } from "#contract/manage/mail/mail.ts";
import { t } from "../translate.ts";

/** The recipient of an email, and the manager who requested it, if any. */
export function wayOf({ managerId, managerName, askedBy, askedByName }: MailLine): string {
  const somebody = t("mails.somebody");
  if (managerId !== null) return t("mails.toManager", { name: managerName ?? somebody });
  return askedBy === null ? t("mails.toClient") : t("mails.askedBy", { name: askedByName ?? somebody });
}

/** Why the last attempt, or the email as a whole, failed. */
export function causeOf({ cause, status }: Pick<MailLine, "cause" | "status">): string | undefined {
  if (cause === null) return undefined;
  const words = t(`mailCause.${cause}`);
  return status === null ? words : t("mails.causeWithStatus", { cause: words, status });
}
