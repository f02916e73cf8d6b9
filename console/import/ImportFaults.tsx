import type { ImportFault } from "#contract/manage/import.ts";
import { t } from "../translate.ts";
import styles from "./ImportFaults.module.css";

type ImportFaultsProps = { faults: ImportFault[] };

/** Why the table cannot be imported. */
export function ImportFaults({ faults }: ImportFaultsProps) {
  return (
    <div className={styles.faults} role="alert">
      <p>{t("import.unreadable")}</p>
      <ul>
        {faults.map(({ line, message }) => (
          <li key={`${line} ${message}`}>{t("import.fault", { line, message })}</li>
        ))}
      </ul>
    </div>
  );
}
