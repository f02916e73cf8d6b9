import { useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { LastChange } from "../LastChange.tsx";
import { lockedHint } from "../locked-hint.ts";
import { MailCheckResults } from "./MailCheckResults.tsx";
import { MailServerDialog } from "./MailServerDialog.tsx";
import { MailServerFacts } from "./MailServerFacts.tsx";
import styles from "./MailServerPanel.module.css";
import { RemoveMailServerDialog } from "./RemoveMailServerDialog.tsx";

type MailServerPanelProps = { me: CurrentManager; shown: ShownSettings };

/** The current mail server, with a test, and buttons to change it unless the environment sets it. */
export function MailServerPanel({ me, shown }: MailServerPanelProps) {
  const [open, setOpen] = useState<"change" | "remove">();
  const close = () => setOpen(undefined);
  const { mailServer, mailFrom } = shown.settings;
  const isSet = mailServer.value !== null;
  const isLocked = mailServer.variable !== null;
  return (
    <>
      {isSet ? <MailServerFacts settings={shown.settings} /> : <p>{t("settings.mail.none")}</p>}
      {isLocked && <p className={styles.locked}>{lockedHint(mailServer)}</p>}
      {!isLocked && (
        <div className={styles.acts}>
          <Button variant={isSet ? "secondary" : "primary"} onClick={() => setOpen("change")}>
            {t(isSet ? "settings.mail.change" : "settings.mail.setUp")}
          </Button>
          {isSet && (
            <Button variant="quiet" onClick={() => setOpen("remove")}>
              {t("settings.mail.remove")}
            </Button>
          )}
        </div>
      )}
      {isSet && mailFrom.value !== null && (
        // a new key clears results, which belong to the previous mail server
        <MailCheckResults key={`${mailServer.changedAt} ${mailFrom.changedAt}`} />
      )}
      <LastChange settings={shown.settings} names={["mailServer", "mailFrom"]} />
      {open === "change" && <MailServerDialog me={me} shown={shown} onClose={close} />}
      {open === "remove" && <RemoveMailServerDialog me={me} shown={shown} onClose={close} />}
    </>
  );
}
