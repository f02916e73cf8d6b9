import type { ClientsFormat } from "#contract/manage/endpoints/briefs.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { addressOf } from "../api/call.ts";
import { t } from "../translate.ts";
import { FileLink } from "../ui/FileLink.tsx";
import styles from "./ExportLinks.module.css";

/** All of one's clients with everything answered, whatever the list shows. */
export function ExportLinks() {
  const all = (format: ClientsFormat) => addressOf(manageEndpoints.exportClients, { query: { format } });
  return (
    <nav className={styles.links} aria-label={t("clients.export.label")}>
      <span>{t("clients.export.label")}</span>
      <FileLink href={all("csv")}>{t("clients.export.csv")}</FileLink>
      <FileLink href={all("json")}>{t("clients.export.json")}</FileLink>
    </nav>
  );
}
