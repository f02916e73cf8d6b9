import { useState } from "react";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import type { FileFormat } from "./answers-file.ts";
import styles from "./Downloads.module.css";

export type DownloadsProps = {
  /** False where the part of the app that makes the file could not be fetched. */
  onDownload: (format: FileFormat) => Promise<boolean>;
};

/** A copy for the client, made from what is in memory. */
export function Downloads({ onDownload }: DownloadsProps) {
  const [hasFailed, setFailed] = useState(false);
  const download = async (format: FileFormat) => setFailed(!(await onDownload(format)));
  return (
    <section className={styles.downloads}>
      <h3>{t("download.title")}</h3>
      <p className={styles.text}>{t("download.text")}</p>
      <div className={styles.buttons}>
        <Button icon="download" onClick={() => void download("html")}>
          {t("download.page")}
        </Button>
        <Button icon="download" onClick={() => void download("json")}>
          {t("download.data")}
        </Button>
      </div>
      {hasFailed && <p role="alert">{t("access.connection")}</p>}
    </section>
  );
}
