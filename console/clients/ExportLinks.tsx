import type { ExportShape } from "#contract/manage/endpoints/briefs.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { addressOf } from "../api/call.ts";
import { t } from "../translate.ts";
import { FileLink } from "../ui/links/FileLink.tsx";
import styles from "./ExportLinks.module.css";

/** Download links for all answers of all the manager's clients, whatever the list shows. */
export function ExportLinks() {
  const all = (query: Partial<ExportShape>) => addressOf(manageEndpoints.exportClients, { query });
  return (
    <nav className={styles.links} aria-label={t("clients.export.label")}>
      <span>{t("clients.export.label")}</span>
      <FileLink href={all({ shape: "wide" })}>{t("clients.export.wide")}</FileLink>
      <FileLink href={all({ shape: "long" })}>{t("clients.export.long")}</FileLink>
      <FileLink href={all({ format: "json" })}>{t("clients.export.json")}</FileLink>
    </nav>
  );
}
