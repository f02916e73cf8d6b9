import { useMailSetUp } from "../../mail/use-mails.ts";
import { t } from "../../translate.ts";
import { useClientMail } from "../mail/use-client-mail.ts";

/** Whether and when a follow-up is emailed. */
type FollowUpMailing = {
  /** Says whether the follow-up is emailed, or why not; empty while loading. */
  hint: string;
  /** When the client's quiet hours end; undefined outside quiet hours or if no email is sent. */
  opensAt?: Date;
};

export function useFollowUpMailing(clientId: string): FollowUpMailing {
  const { data: setUp } = useMailSetUp();
  const { data: mail } = useClientMail(clientId);
  if (!setUp || !mail) return { hint: "" };
  if (!setUp.sendsMail) return { hint: t("reminderRefusal.no-smtp") };
  if (!mail.hasAddress) return { hint: t("reminderRefusal.no-address") };
  if (mail.isOptedOut) return { hint: t("reminderRefusal.opted-out") };
  if (mail.opensAt === null) return { hint: t("followUp.askBack.mailed") };
  return { hint: t("followUp.askBack.quiet"), opensAt: new Date(mail.opensAt) };
}
