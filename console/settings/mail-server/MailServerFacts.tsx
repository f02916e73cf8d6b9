import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { t } from "../../translate.ts";
import { DescriptionList } from "../../ui/DescriptionList.tsx";

type MailServerFactsProps = { settings: ShownSettings["settings"] };

/** The mail server and the sender of emails. */
export function MailServerFacts({ settings: { mailServer, mailFrom } }: MailServerFactsProps) {
  if (!mailServer.value) return null;
  const { host, port, security, user, hasPassword } = mailServer.value;
  const from = mailFrom.value && [mailFrom.value.name, mailFrom.value.email].filter(Boolean).join(", ");
  return (
    <DescriptionList
      facts={[
        [t("settings.mail.host"), host],
        [t("settings.mail.port"), String(port)],
        [t("settings.mail.security"), t(`settings.mail.security.${security}`)],
        [t("settings.mail.user"), user ?? t("settings.mail.noUser")],
        ...(hasPassword
          ? ([[t("settings.mail.password"), t("settings.mail.passwordSet")]] as [string, string][])
          : []),
        [t("settings.mail.from"), from ?? ""],
      ]}
    />
  );
}
