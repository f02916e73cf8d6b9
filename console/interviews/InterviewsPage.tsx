import { useState } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { PageTitle } from "../ui/PageTitle.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import styles from "./InterviewsPage.module.css";
import { InterviewTable } from "./InterviewTable.tsx";
import { NewInterviewDialog } from "./NewInterviewDialog.tsx";
import { useTemplates } from "./use-interview-acts.ts";
import { useInterviews } from "./use-interviews.ts";

/** The list of interviews, for administrators. */
export function InterviewsPage() {
  const query = useInterviews();
  const { data, error } = useTemplates();
  // the dialog opens once the templates have loaded, or without them if loading failed
  const templates = data ?? (error ? [] : undefined);
  const [isAdding, setIsAdding] = useState(false);
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setIsAdding(true)}>
      {t("interviews.add")}
    </Button>
  );
  return (
    <>
      <PageTitle title={t("interviews.title")} actions={add} />
      <p className={styles.what}>{t("interviews.what")}</p>
      <QueryView query={query} shape="table">
        {(interviews) => <InterviewTable interviews={interviews} />}
      </QueryView>
      {isAdding && templates && (
        <NewInterviewDialog
          interviews={query.data ?? []}
          templates={templates}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}
