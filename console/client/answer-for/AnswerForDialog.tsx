import { useState } from "react";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { Client } from "#contract/manage/clients.ts";
import { hiddenQuestions } from "#contract/record/conditions.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { Dialog } from "../../../web/ui/Dialog.tsx";
import { combineQueries } from "../../api/query-state.ts";
import { useInterview } from "../../interviews/use-interviews.ts";
import { t } from "../../translate.ts";
import { PickField } from "../../ui/fields/PickField.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { questionBeingRead } from "../reading/go-to-question.ts";
import { useRecord } from "../use-client.ts";
import styles from "./AnswerForDialog.module.css";
import { AnswerForForm } from "./AnswerForForm.tsx";

type AnswerForDialogProps = {
  client: Client;
  /** Undefined for the question being read on the page. */
  questionId?: string | undefined;
  onClose: () => void;
};

/**
 * Records what a client said outside the app. Typed text survives closing the dialog, until it is saved or discarded.
 */
export function AnswerForDialog({ client, questionId, onClose }: AnswerForDialogProps) {
  const query = combineQueries(useInterview(client), useRecord(client), (interview, read) => ({
    interview,
    read,
  }));
  const [beginning] = useState(() => questionId ?? questionBeingRead());
  return (
    <Dialog title={t("answerFor.title")} closeLabel={t("dialog.close")} onClose={onClose}>
      <QueryView query={query} isPart>
        {(loaded) => (
          <ChosenQuestion {...loaded} clientId={client.clientId} beginning={beginning} onClose={onClose} />
        )}
      </QueryView>
    </Dialog>
  );
}

type ChosenQuestionProps = {
  clientId: string;
  interview: Interview;
  read: { record: ClientRecord; revision: number };
  /** The question that is selected at first. */
  beginning: string | undefined;
  onClose: () => void;
};

function ChosenQuestion({ clientId, interview, read, beginning, onClose }: ChosenQuestionProps) {
  const hidden = hiddenQuestions(interview, read.record);
  // keep the initial question even if it is hidden now: it may have a follow-up
  const questions = questionsOf(interview).filter(({ id }) => !hidden.has(id) || id === beginning);
  const [chosen, setChosen] = useState(beginning);
  const question = questions.find(({ id }) => id === chosen) ?? questions[0];
  if (!question) return null;
  return (
    <div className={styles.parts}>
      <PickField
        label={t("answerFor.question")}
        hint={question.prompt}
        options={questions.map(({ id, title }) => ({ value: id, label: title }))}
        value={question.id}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      <AnswerForForm
        key={question.id}
        clientId={clientId}
        interview={interview}
        question={question}
        read={read}
        onClose={onClose}
      />
    </div>
  );
}
