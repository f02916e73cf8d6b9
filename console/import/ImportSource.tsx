import { type DragEvent, useState } from "react";
import { IMPORT_CLIENTS_MAX } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { TextAreaField } from "../ui/fields/TextAreaField.tsx";
import styles from "./ImportSource.module.css";

type ImportSourceProps = {
  isBusy: boolean;
  onTyped: () => void;
  onSource: (source: File | string) => void;
};

/** Takes a dropped or chosen file, or pasted rows. */
export function ImportSource({ isBusy, onTyped, onSource }: ImportSourceProps) {
  const [text, setText] = useState("");
  return (
    <>
      <DropZone isBusy={isBusy} onFile={onSource} />
      <TextAreaField
        label={t("import.paste")}
        rows={4}
        maxHeightPx={200}
        value={text}
        spellCheck={false}
        onChange={(event) => {
          setText(event.currentTarget.value);
          onTyped();
        }}
      />
      <Button
        variant={text.trim() === "" ? "secondary" : "primary"}
        disabled={text.trim() === ""}
        busy={isBusy}
        onClick={() => onSource(text)}
      >
        {t("import.paste.use")}
      </Button>
    </>
  );
}

function DropZone({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false);
  const take = ([file]: Iterable<File>) => file && onFile(file);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <label
      className={styles.zone}
      data-over={isOver ? "" : undefined}
      onDragOver={(event) => {
        // otherwise the browser would open the file
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <strong>{isBusy ? t("import.reading") : t("import.file")}</strong>
      <span>{t("import.what", { max: numberWords(IMPORT_CLIENTS_MAX) })}</span>
      <input
        className="visually-hidden"
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        data-autofocus=""
        onChange={(event) => {
          take(event.currentTarget.files ?? []);
          // lets the user choose the same file again after changing it
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}
