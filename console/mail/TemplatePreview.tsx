import { useId } from "react";
import { CallFailure } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { MailView } from "./MailView.tsx";
import styles from "./TemplatePreview.module.css";
import type { usePreview } from "./use-templates.ts";

type TemplatePreviewProps = { preview: ReturnType<typeof usePreview> };

/** A preview of the email with sample values. Problems with the text are shown at its fields. */
export function TemplatePreview({ preview: { data, error } }: TemplatePreviewProps) {
  const titleId = useId();
  const isOfWords = error instanceof CallFailure && error.details.length > 0;
  return (
    <section className={styles.preview} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.title}>
        {t("templates.preview")}
      </h3>
      {isOfWords ? <p>{t("templates.noPreview")}</p> : <ErrorMessage error={error} />}
      {data && (
        <>
          <p className={styles.subject} dir="auto">
            {data.subject}
          </p>
          <MailView mail={data} />
        </>
      )}
    </section>
  );
}
