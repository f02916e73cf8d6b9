import { NoMail } from "../mail/NoMail.tsx";
import { useMailSetUp } from "../mail/use-mails.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Part } from "../ui/Part.tsx";
import { ClientMails } from "./ClientMails.tsx";
import { MailStanding } from "./MailStanding.tsx";
import { useClientMail } from "./use-client-mail.ts";

type ClientMailPartProps = { clientId: string };

/** How a client stands with mail, and what was mailed about them. */
export function ClientMailPart({ clientId }: ClientMailPartProps) {
  const { data: setUp, error: noSetUp } = useMailSetUp();
  const { data: mail, error: noMail } = useClientMail(clientId);
  return (
    <Part title={t("clientMail.title")}>
      <Failure error={setUp && mail ? null : (noSetUp ?? noMail)} />
      {setUp && !setUp.sendsMail && <NoMail />}
      {setUp?.sendsMail && mail && <MailStanding clientId={clientId} mail={mail} setUp={setUp} />}
      <ClientMails clientId={clientId} />
    </Part>
  );
}
