import { combineQueries } from "../../api/query-state.ts";
import { NoMail } from "../../mail/NoMail.tsx";
import { useMailSetUp } from "../../mail/use-mails.ts";
import { t } from "../../translate.ts";
import { Loaded } from "../../ui/Loaded.tsx";
import { Part } from "../../ui/Part.tsx";
import { ClientMails } from "./ClientMails.tsx";
import { MailStanding } from "./MailStanding.tsx";
import { useClientMail } from "./use-client-mail.ts";

type ClientMailPartProps = { clientId: string };

/** How a client stands with mail, and what was mailed about them. */
export function ClientMailPart({ clientId }: ClientMailPartProps) {
  const query = combineQueries(useMailSetUp(), useClientMail(clientId), (setUp, mail) => ({ setUp, mail }));
  return (
    <Part title={t("clientMail.title")}>
      <Loaded query={query} isPart>
        {({ setUp, mail }) =>
          setUp.sendsMail ? <MailStanding clientId={clientId} mail={mail} setUp={setUp} /> : <NoMail />
        }
      </Loaded>
      <ClientMails clientId={clientId} />
    </Part>
  );
}
