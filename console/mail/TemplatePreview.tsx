import { useId } from "react";
import { CallFailure } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { MailShown } from "./MailShown.tsx";
import styles from "./TemplatePreview.module.css";
import type { usePreview } from "./use-templates.ts";

type TemplatePreviewProps = { preview: ReturnType<typeof usePreview> };

/** The mail as it would come, with sample values; what is wrong with the words stands at their fields. */
export function TemplatePreview({ preview: { data, error } }: TemplatePreviewProps) {
  const titleId = useId();
  const isOfWords = error instanceof CallFailure && error.details.length > 0;
  return (
    <section className={styles.preview} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.title}>
        {t("templates.preview")}
      </h3>
      {isOfWords ? <p>{t("templates.noPreview")}</p> : <Failure error={error} />}
      {data && (
        <>
          <p className={styles.subject} dir="auto">
            {data.subject}
          </p>
          <MailShown mail={data} />
        </>
      )}
    </section>
  );
}
