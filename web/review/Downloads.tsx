import { useDraftStore } from "../draft/use-draft.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { answersFile, type FileFormat } from "./answers-file.ts";
import styles from "./Downloads.module.css";
import { saveFile } from "./save-file.ts";

type DownloadsProps = { clientName: string };

/** A copy for the client, made from what is in memory. */
export function Downloads({ clientName }: DownloadsProps) {
  const { interview, store } = useDraftStore();
  const download = (format: FileFormat) => {
    const state = store.getState();
    saveFile(answersFile(format, { clientName, interview, state, now: new Date() }));
  };
  return (
    <section className={styles.downloads}>
      <h3>{t("download.title")}</h3>
      <p className={styles.text}>{t("download.text")}</p>
      <div className={styles.buttons}>
        <Button icon="download" onClick={() => download("html")}>
          {t("download.page")}
        </Button>
        <Button icon="download" onClick={() => download("json")}>
          {t("download.data")}
        </Button>
      </div>
    </section>
  );
}
