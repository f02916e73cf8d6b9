import type { Imported } from "#contract/manage/import.ts";
import { t } from "../translate.ts";
import { DownloadLink } from "../ui/DownloadLink.tsx";
import styles from "./ImportDone.module.css";
import { issuedTable } from "./table-file.ts";

type ImportDoneProps = Imported;

/** The one time that the keys are there: as a file, for a mail merge. */
export function ImportDone({ issued }: ImportDoneProps) {
  return (
    <div className={styles.done}>
      <p>{t("import.done", { count: issued.length })}</p>
      <p className={styles.once}>{t("import.once")}</p>
      <DownloadLink name="access-keys.csv" type="text/csv" text={issuedTable(issued)}>
        {t("import.download")}
      </DownloadLink>
    </div>
  );
}
