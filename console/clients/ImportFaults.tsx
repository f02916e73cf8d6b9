import type { ImportFault } from "#contract/manage/import.ts";
import { t } from "../translate.ts";
import styles from "./ImportFaults.module.css";

type ImportFaultsProps = { faults: ImportFault[] };

/** What has to be mended in the file, by its lines. */
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
