import type { ImportFault } from "#contract/manage/import.ts";
import { t } from "../translate.ts";
import styles from "./ImportFaults.module.css";

type ImportFaultsProps = { faults: ImportFault[] };

/** Lists what the manager has to fix in the file, line by line. */
export function ImportFaults({ faults }: ImportFaultsProps) {
  return (
    <div className={styles.faults} role="alert">
      <p>{t("import.faults")}</p>
      <ul>
        {faults.map(({ line, message }) => (
          <li key={`${line} ${message}`}>{t("import.fault", { line, message })}</li>
        ))}
      </ul>
    </div>
  );
}
