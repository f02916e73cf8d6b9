import type { Me } from "#contract/manage/accounts.ts";
import { NoMail } from "../mail/NoMail.tsx";
import { useMailSetUp } from "../mail/use-mails.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { MailChoicesForm } from "./MailChoicesForm.tsx";
import { useMailChoices } from "./use-mail-choices.ts";

type MailToOneselfProps = { me: Me };

/** The mails that a manager may have, where this installation sends any. */
export function MailToOneself({ me }: MailToOneselfProps) {
  const { data: setUp, error: noSetUp } = useMailSetUp();
  const { data: choices, error: noChoices } = useMailChoices();
  if (setUp && !setUp.sendsMail) return <NoMail />;
  return (
    <>
      <p>{t(`account.mail.what.${me.role}`, { email: me.email })}</p>
      <Failure error={noSetUp ?? noChoices} />
      {setUp && choices && <MailChoicesForm choices={choices} />}
    </>
  );
}
