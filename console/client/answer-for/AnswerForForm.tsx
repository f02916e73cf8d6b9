import type { Interview } from "#contract/interview/interview.ts";
import { type Question, remarksPromptOf } from "#contract/interview/question.ts";
import { type AnswerWhy, answerWhys } from "#contract/manage/answer-for.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { ChipField } from "../../../web/ui/fields/ChipField.tsx";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { Form } from "../../ui/Form.tsx";
import { AnswerFields } from "./AnswerFields.tsx";
import styles from "./AnswerForDialog.module.css";
import { AnswerText } from "./AnswerText.tsx";
import { type AnswerDraft, entriesToSend, isBegun, isSendable, maySkip } from "./answer-drafts.ts";
import { useAnswerDraft } from "./use-answer-draft.ts";
import { isConflict, useAnswerFor } from "./use-answer-for.ts";

type AnswerForFormProps = {
  clientId: string;
  interview: Interview;
  question: Question;
  read: { record: ClientRecord; revision: number };
  onClose: () => void;
};

/** The same fields that the client has for this question, and how the client gave the answer. */
export function AnswerForForm(props: AnswerForFormProps) {
  const { clientId, question, read, onClose } = props;
  const { draft, put } = useAnswerDraft(props);
  const remarksPrompt = remarksPromptOf(question);
  const end = () => {
    put(undefined);
    onClose();
  };
  const change = (changed: Partial<AnswerDraft>) => put({ ...draft, ...changed });
  const saving = useAnswerFor(clientId, {
    onShown: end,
    onRevision: (revision) => change({ revision }),
  });
  const submit = () => {
    const entries = entriesToSend(draft, t("answer.reason.not-applicable"));
    saving.mutate({ questionId: question.id, entries, why: draft.why, revision: draft.revision });
  };
  const error = isConflict(saving.error) ? { message: t("answerFor.changed") } : saving.error;
  return (
    <Form onSubmit={submit}>
      <fieldset className={styles.parts} disabled={saving.isPending}>
        <legend className="visually-hidden">{question.title}</legend>
        <AnswerFields
          question={question}
          entry={draft.entry}
          isSkippable={maySkip(question, read.record)}
          onChange={(entry) => change({ entry, isEntered: true })}
        />
        {remarksPrompt !== undefined && draft.remark && (
          <AnswerText label={remarksPrompt} answer={draft.remark} onChange={(remark) => change({ remark })} />
        )}
        <ChipField
          legend={t("answerFor.why")}
          type="radio"
          options={answerWhys.map((why) => ({ value: why, label: t(`answerFor.why.${why}`) }))}
          checked={[draft.why]}
          onPick={(why) => change({ why: why as AnswerWhy })}
        />
      </fieldset>
      <p className={styles.hint}>{t("responses" in draft.entry ? "answerFor.hint" : "answerFor.formHint")}</p>
      <ErrorMessage error={error} />
      <div className={styles.actions}>
        <Button variant="primary" type="submit" disabled={!isSendable(draft)} busy={saving.isPending}>
          {t("answerFor.save")}
        </Button>
        {isBegun(draft) && (
          <Button variant="quiet" disabled={saving.isPending} onClick={end}>
            {t("answerFor.discard")}
          </Button>
        )}
      </div>
    </Form>
  );
}
