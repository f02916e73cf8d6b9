import type { MailLine } from "#contract/manage/mail/mail.ts";
import { t } from "../translate.ts";

/** Who gets a mail, and who asked for it where somebody did. */
export function wayOf({ managerId, managerName, askedBy, askedByName }: MailLine): string {
  const somebody = t("mails.somebody");
  if (managerId !== null) return t("mails.toManager", { name: managerName ?? somebody });
  return askedBy === null ? t("mails.toClient") : t("mails.askedBy", { name: askedByName ?? somebody });
}

/** Why the last try, or the mail as a whole, came to nothing. */
export function causeOf({ cause, status }: Pick<MailLine, "cause" | "status">): string | undefined {
  if (cause === null) return undefined;
  const words = t(`mailCause.${cause}`);
  return status === null ? words : t("mails.causeWithStatus", { cause: words, status });
}
