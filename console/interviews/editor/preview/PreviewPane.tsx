import { memo, useState } from "react";
import { languageNames } from "#contract/languages.ts";
import { Button } from "../../../../web/ui/Button.tsx";
import { t } from "../../../translate.ts";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";
import type { EditorSelection } from "../outline/editor-history.ts";
import { useEditor } from "../use-editor.ts";
import styles from "./PreviewPane.module.css";
import { usePreviewFrame } from "./use-preview-frame.ts";

const ADDRESS = "/console/preview/";

type PreviewPaneProps = { chosen: EditorSelection };

/** The draft as a client sees it, on a phone or on a wide screen. Answers in the preview are not saved. */
export const PreviewPane = memo(function PreviewPane({ chosen }: PreviewPaneProps) {
  const { rested, language } = useEditor();
  const [width, setWidth] = useState<"phone" | "wide">("phone");
  const [run, setRun] = useState(0);
  const frame = usePreviewFrame({ chosen, run });
  const isEmpty = rested.sections.every(({ questions }) => questions.length === 0);
  return (
    <section className={styles.pane} aria-label={t("editor.preview")}>
      <div className={styles.head}>
        <SegmentedControl
          label={t("editor.preview.width")}
          options={(["phone", "wide"] as const).map((value) => ({
            value,
            words: t(`editor.preview.${value}`),
          }))}
          value={width}
          onChoose={setWidth}
        />
        <Button size="small" onClick={() => setRun(run + 1)}>
          {t("editor.preview.again")}
        </Button>
      </div>
      {isEmpty ? (
        <p className={styles.empty}>{t("editor.preview.empty")}</p>
      ) : (
        <div className={styles.screen} data-width={width}>
          <iframe
            ref={frame}
            className={styles.frame}
            src={ADDRESS}
            title={t("editor.preview.title", { language: languageNames[language] })}
          />
        </div>
      )}
    </section>
  );
});
