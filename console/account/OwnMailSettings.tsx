import type { CurrentManager } from "#contract/manage/accounts.ts";
import { combineQueries } from "../api/query-state.ts";
import { NoMailServerNotice } from "../mail/NoMailServerNotice.tsx";
import { useMailSetUp } from "../mail/use-mails.ts";
import { t } from "../translate.ts";
import { QueryView } from "../ui/QueryView.tsx";
import { MailChoicesForm } from "./MailChoicesForm.tsx";
import { useMailChoices } from "./use-mail-choices.ts";

type OwnMailSettingsProps = { me: CurrentManager };

/** The emails to the signed-in manager, if this installation sends email. */
export function OwnMailSettings({ me }: OwnMailSettingsProps) {
  const query = combineQueries(useMailSetUp(), useMailChoices(), (setUp, choices) => ({ setUp, choices }));
  return (
    <QueryView query={query}>
      {({ setUp, choices }) =>
        setUp.sendsMail ? (
          <>
            <p>{t(`account.mail.what.${me.role}`, { email: me.email })}</p>
            <MailChoicesForm choices={choices} />
          </>
        ) : (
          <NoMailServerNotice />
        )
      }
    </QueryView>
  );
}
