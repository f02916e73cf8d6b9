import { useState } from "react";
import type { BriefQuestion } from "#contract/manage/answers/brief.ts";
import type { QuestionChange } from "#contract/manage/answers/read-markers.ts";
import type { Client } from "#contract/manage/clients.ts";
import type { ListedFollowUp } from "#contract/manage/follow-ups.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
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
  /** What changed since the manager last looked. */
  change: QuestionChange | undefined;
  followUp: ListedFollowUp | undefined;
  /** The revision of the record on the screen. */
  revision: number;
  /** Whether the question is highlighted: the phone's bottom bar acts on it. */
  isCurrent: boolean;
};

/** A question with its answers and follow-ups, and the manager's actions. */
export function QuestionReview(props: QuestionReviewProps) {
  const { client, question, change, followUp, revision, isCurrent } = props;
  const { clientId } = client;
  const name = { clientId, questionId: question.id };
  const { state = "none", entries = [], mailAt = null } = followUp ?? {};
  const { answers, rounds } = exchangeOf(question.answers, entries);
  const { written, form, isPressed, setForm, inside, focusTitle } = useQuestionForm(name);

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
            // a draft that was begun stays reachable
            canFollowUp={form !== "open" && (state !== "asked-back" || written !== "")}
            // the keyboard focus was in the form that just closed
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
        <ErrorMessage error={refusal} />
        {form === "open" && (
          <FollowUpForm
            name={name}
            followUp={followUp}
            isPressed={isPressed}
            onClose={() => setForm("closed")}
          />
        )}
      </div>
      {isAnswering && (
        <AnswerForDialog client={client} questionId={question.id} onClose={() => setIsAnswering(false)} />
      )}
    </QuestionAnswers>
  );
}
