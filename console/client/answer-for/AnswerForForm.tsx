import type { Interview, Question } from "#contract/interview/interview.ts";
import { answerWhys } from "#contract/manage/answer-for.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { ChoiceField } from "../../../web/ui/fields/ChoiceField.tsx";
import { t } from "../../translate.ts";
import { Failure } from "../../ui/Failure.tsx";
import { Form } from "../../ui/Form.tsx";
import { AnswerFields } from "./AnswerFields.tsx";
import styles from "./AnswerForDialog.module.css";
import { type AnswerDraft, isSendable } from "./answer-drafts.ts";
import { useAnswerDraft } from "./use-answer-draft.ts";
import { isConflict, useAnswerFor } from "./use-answer-for.ts";

type AnswerForFormProps = {
  clientId: string;
  interview: Interview;
  question: Question;
  read: { record: ClientRecord; revision: number };
  onClose: () => void;
};

/** The fields that the client has for this question, and how the answer came. */
export function AnswerForForm(props: AnswerForFormProps) {
  const { clientId, question, onClose } = props;
  const { draft, put } = useAnswerDraft(props);
  const end = () => {
    put(undefined);
    onClose();
  };
  const change = (changed: Partial<AnswerDraft>) => put({ ...draft, ...changed });
  const saving = useAnswerFor(clientId, {
    onShown: end,
    // a manager who has seen the conflict may replace what the client saved
    onConflict: (newest) => change({ revision: newest }),
  });
  const submit = () => {
    const { entry, why, revision } = draft;
    saving.mutate({ questionId: question.id, entry, why, revision });
  };
  const error = isConflict(saving.error) ? { message: t("answerFor.changed") } : saving.error;
  return (
    <Form onSubmit={submit}>
      <fieldset className={styles.parts} disabled={saving.isPending}>
        <legend className="visually-hidden">{question.title}</legend>
        <AnswerFields
          question={question}
          entry={draft.entry}
          onChange={(entry) => change({ entry, isEntered: true })}
        />
        <ChoiceField
          legend={t("answerFor.why")}
          name="why"
          options={answerWhys.map((why) => ({ value: why, label: t(`answerFor.why.${why}`) }))}
          value={draft.why}
          onChange={(value) => change({ why: answerWhys.find((why) => why === value) ?? draft.why })}
        />
      </fieldset>
      <p className={styles.hint}>{t("answerFor.hint")}</p>
      <Failure error={error} />
      <div className={styles.actions}>
        <Button variant="primary" type="submit" disabled={!isSendable(draft)} busy={saving.isPending}>
          {t("answerFor.save")}
        </Button>
        {draft.isEntered && (
          <Button variant="quiet" disabled={saving.isPending} onClick={end}>
            {t("answerFor.discard")}
          </Button>
        )}
      </div>
    </Form>
  );
}
