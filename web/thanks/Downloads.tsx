import { useState } from "react";
import { useDraftStore } from "../draft/use-draft.ts";
import { answersFile, type FileFormat } from "../review/answers-file.ts";
import { fileOf, type TextFile } from "../review/text-file.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { saveFile } from "../ui/save-file.ts";
import styles from "./Downloads.module.css";
import { canShareFiles, shareFile } from "./share-file.ts";

export type DownloadsProps = {
  clientName: string;
  /** Shows all answers, which the browser then prints. */
  onPrint: () => void;
};

/** Downloads of the client's answers, made from what is in memory. */
export function Downloads({ clientName, onPrint }: DownloadsProps) {
  const { interview, store } = useDraftStore();
  const [hasFailed, setFailed] = useState(false);
  const fileIn = (format: FileFormat): TextFile =>
    answersFile(format, { clientName, interview, state: store.getState(), now: new Date() });
  const share = async () => setFailed((await shareFile(navigator, fileIn("html"))) === "failed");
  return (
    <section className={styles.downloads}>
      <h3>{t("download.title")}</h3>
      <p className={styles.text}>{t("download.text")}</p>
      <div className={styles.buttons}>
        <Button icon="download" onClick={() => saveFile(fileOf(fileIn("html")))}>
          {t("download.page")}
        </Button>
        <Button icon="download" onClick={() => saveFile(fileOf(fileIn("json")))}>
          {t("download.data")}
        </Button>
        <Button onClick={onPrint}>{t("download.print")}</Button>
        {canShareFiles(navigator) && (
          <Button icon="send" onClick={() => void share()}>
            {t("download.share")}
          </Button>
        )}
      </div>
      {hasFailed && <p role="alert">{t("download.notShared")}</p>}
    </section>
  );
}
