import { type RawBuilder, type SqlBool, sql } from "kysely";
import { DEFAULT_MAIL, type MailChoices } from "#contract/manage/mail/mail.ts";

/**
 * Whether the manager in the row wants a mail of that kind; for a query on `managers`, left-joined with `mail_choices`.
 * An account gets no mail before its first sign-in, since another person typed its address.
 */
export function wantsMail(choice: Exclude<keyof MailChoices, "stuckDays">): RawBuilder<SqlBool> {
  const usual = sql.lit(Number(DEFAULT_MAIL[choice]));
  return sql<SqlBool>`coalesce(${sql.ref(`mail_choices.${choice}`)},
    case when managers.last_used_at is null then 0 else ${usual} end) = 1`;
}
