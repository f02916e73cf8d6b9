import type { ImportResult } from "#contract/manage/import.ts";
import { Button } from "../../web/ui/Button.tsx";
import { useMailSetUp } from "../mail/use-mails.ts";
import { t } from "../translate.ts";
import { OneTimeSecret } from "../ui/dialogs/OneTimeSecret.tsx";
import { DownloadLink } from "../ui/links/DownloadLink.tsx";
import styles from "./ImportSummary.module.css";
import { issuedTable } from "./table-file.ts";

type ImportSummaryProps = {
  imported: ImportResult;
  /** The number of new clients. */
  added: number;
  onInvite: () => void;
};

/** The result of an import and the next step. New keys are shown only here, as a file for a mail merge. */
export function ImportSummary({ imported: { rows, issued }, added, onInvite }: ImportSummaryProps) {
  const { data: setUp } = useMailSetUp();
  const count = (did: (typeof rows)[number]["did"]) => rows.filter((row) => row.did === did).length;
  return (
    <div className={styles.done}>
      <p role="status">{t("import.done", { added, updated: count("updated"), skipped: count("skipped") })}</p>
      {issued.length > 0 && (
        <OneTimeSecret notice={t("import.once")}>
          <DownloadLink name="access-keys.csv" type="text/csv" text={issuedTable(issued)}>
            {t("import.download")}
          </DownloadLink>
        </OneTimeSecret>
      )}
      {issued.length === 0 && added > 0 && setUp?.sendsMail && (
        <Button variant="primary" icon="send" autoFocus onClick={onInvite}>
          {t("import.invite", { count: added })}
        </Button>
      )}
      {issued.length === 0 && added > 0 && setUp && !setUp.sendsMail && <p>{t("import.noMail")}</p>}
    </div>
  );
}
