import { Icon } from "../../web/ui/Icon.tsx";
import { t } from "../translate.ts";
import { ExportLinks } from "./ExportLinks.tsx";
import styles from "./ExportMenu.module.css";

/** All of one's clients in a file. */
export function ExportMenu() {
  return (
    <details className={styles.menu} name="list-menu">
      <summary className={styles.summary} title={t("clients.export")}>
        <Icon name="download" />
        <span className={styles.name}>{t("clients.export")}</span>
      </summary>
      <div className={styles.sheet}>
        <ExportLinks />
      </div>
    </details>
  );
}
