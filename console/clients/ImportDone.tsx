import type { Imported } from "#contract/manage/import.ts";
import { t } from "../translate.ts";
import { DownloadLink } from "../ui/DownloadLink.tsx";
import { ShownOnce } from "../ui/ShownOnce.tsx";
import { issuedTable } from "./table-file.ts";

type ImportDoneProps = Imported;

/** The one time that the keys are there: as a file, for a mail merge. */
export function ImportDone({ issued }: ImportDoneProps) {
  return (
    <ShownOnce notice={t("import.once")}>
      <p role="status">{t("import.done", { count: issued.length })}</p>
      <DownloadLink name="access-keys.csv" type="text/csv" text={issuedTable(issued)}>
        {t("import.download")}
      </DownloadLink>
    </ShownOnce>
  );
}
