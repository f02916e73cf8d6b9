import { useState } from "react";
import type { BriefQuestion } from "#contract/manage/answers/brief.ts";
import type { QuestionChange } from "#contract/manage/answers/read-markers.ts";
import type { Client } from "#contract/manage/clients.ts";
import type { ListedFollowUp } from "#contract/manage/follow-ups.ts";
import { Failure } from "../../ui/Failure.tsx";
import { AnswerForDialog } from "../answer-for/AnswerForDialog.tsx";
import { QuestionAnswers } from "../answers/QuestionAnswers.tsx";
import { exchangeOf } from "./exchange.ts";
import { FollowUpExchange } from "./FollowUpExchange.tsx";
import { FollowUpForm } from "./FollowUpForm.tsx";
import { QuestionActs } from "./QuestionActs.tsx";
import styles from "./QuestionReview.module.css";
import { StateBadge } from "./StateBadge.tsx";
import { useApprove, useMailFollowUps, useUnapprove, useWithdrawFollowUp } from "./use-follow-ups.ts";
import { useQuestionForm } from "./use-question-form.ts";
import { useRefusal } from "./use-refusal.ts";
import { WaitingActs } from "./WaitingActs.tsx";

type QuestionReviewProps = {
  client: Client;
  question: BriefQuestion;
  /** Since the manager looked last. */
  change: QuestionChange | undefined;
  followUp: ListedFollowUp | undefined;
  /** The one that is read here. */
  revision: number;
  /** It stands out: the bar of a phone is about this one. */
  isCurrent: boolean;
};

/** A question as a manager reads it: what was answered, asked and replied, and what they do about it. */
export function QuestionReview(props: QuestionReviewProps) {
  const { client, question, change, followUp, revision, isCurrent } = props;
  const { clientId } = client;
  const name = { clientId, questionId: question.id };
  const { state = "none", entries = [], mailAt = null } = followUp ?? {};
  const { answers, rounds } = exchangeOf(question.answers, entries);
  const { written, form, setForm, inside, focusTitle } = useQuestionForm(name);

  const [isAnswering, setIsAnswering] = useState(false);
  const withdrawing = useWithdrawFollowUp(name);
  const mailing = useMailFollowUps(clientId);
  const approving = useApprove(name);
  const unapproving = useUnapprove(name);
  const error = withdrawing.error ?? approving.error ?? unapproving.error ?? mailing.error;
  const refusal = useRefusal(error, followUp);
  return (
    <QuestionAnswers
      clientId={clientId}
      question={question}
      answers={answers}
      change={change}
      isCurrent={isCurrent}
      aside={
        <>
          <StateBadge followUp={followUp} />
          <QuestionActs
            questionId={question.id}
            title={question.title}
            canApprove={question.isAnswered && state !== "approved"}
            canUnapprove={state === "approved" || state === "changed"}
            // words that were begun stay within reach
            canFollowUp={form !== "open" && (state !== "asked-back" || written !== "")}
            // the keyboard's focus was in the form that has closed
            isReturn={form === "closed" && state !== "asked-back"}
            isBusy={approving.isPending || unapproving.isPending}
            onApprove={() => approving.mutate({ revision }, { onSuccess: focusTitle })}
            onUnapprove={() => unapproving.mutate(undefined, { onSuccess: focusTitle })}
            onFollowUp={() => setForm("open")}
            onAnswer={() => setIsAnswering(true)}
          />
        </>
      }
    >
      <div ref={inside} className={styles.said}>
        {rounds.length > 0 && (
          <FollowUpExchange
            client={client}
            title={question.title}
            rounds={rounds}
            change={change}
            mailAt={mailAt}
          >
            {form !== "open" && (
              <WaitingActs
                title={question.title}
                isMailWaiting={mailAt !== null}
                isReturn={form === "closed"}
                onWithdraw={() => withdrawing.mutate(undefined, { onSuccess: focusTitle })}
                onMail={(done) => mailing.mutate(undefined, { onSuccess: done })}
              />
            )}
          </FollowUpExchange>
        )}
        <Failure error={refusal} />
        {form === "open" && (
          <FollowUpForm name={name} followUp={followUp} onClose={() => setForm("closed")} />
        )}
      </div>
      {isAnswering && (
        <AnswerForDialog client={client} questionId={question.id} onClose={() => setIsAnswering(false)} />
      )}
    </QuestionAnswers>
  );
}
