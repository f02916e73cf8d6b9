import type { Me } from "#contract/manage/accounts.ts";
import { combineQueries } from "../api/query-state.ts";
import { NoMail } from "../mail/NoMail.tsx";
import { useMailSetUp } from "../mail/use-mails.ts";
import { t } from "../translate.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { MailChoicesForm } from "./MailChoicesForm.tsx";
import { useMailChoices } from "./use-mail-choices.ts";

type MailToOneselfProps = { me: Me };

/** The emails to the signed-in manager, if this installation sends email. */
export function MailToOneself({ me }: MailToOneselfProps) {
  const query = combineQueries(useMailSetUp(), useMailChoices(), (setUp, choices) => ({ setUp, choices }));
  return (
    <Loaded query={query}>
      {({ setUp, choices }) =>
        setUp.sendsMail ? (
          <>
            <p>{t(`account.mail.what.${me.role}`, { email: me.email })}</p>
            <MailChoicesForm choices={choices} />
          </>
        ) : (
          <NoMail />
        )
      }
    </Loaded>
  );
}
