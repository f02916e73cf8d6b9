import { useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { Client } from "#contract/manage/clients.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { usePhone } from "../ui/use-phone.ts";
import { AnswersBySection } from "./answers/AnswersBySection.tsx";
import styles from "./ClientPage.module.css";
import { Contents } from "./contents/Contents.tsx";
import { ApprovedBar } from "./follow-ups/ApprovedBar.tsx";
import { useApproveRead } from "./follow-ups/use-approve-read.ts";
import { useKeptDrafts } from "./follow-ups/use-follow-up-draft.ts";
import { useFollowUps } from "./follow-ups/use-follow-ups.ts";
import { briefAddress } from "./head/brief-address.ts";
import { ClientHead } from "./head/ClientHead.tsx";
import { RareDialog } from "./head/RareDialog.tsx";
import type { RareAct } from "./head/rare-acts.ts";
import { usePdf } from "./head/use-pdf.ts";
import { usePlaceInList } from "./head/use-place-in-list.ts";
import { RemindOutcome } from "./mail/RemindOutcome.tsx";
import { useCanRemind, useRemindNow } from "./mail/use-client-mail.ts";
import { goToQuestion } from "./reading/go-to-question.ts";
import { NewsNotice } from "./reading/NewsNotice.tsx";
import { isReadToApprove, isUnread, nextToRead, questionsIn, readingOf } from "./reading/reading.ts";
import { ThumbBar } from "./reading/ThumbBar.tsx";
import { useClientKeys } from "./reading/use-client-keys.ts";
import { useNews } from "./reading/use-news.ts";
import { useQuestionBeingRead } from "./reading/use-question-being-read.ts";
import { useQuestionInAddress } from "./reading/use-question-in-address.ts";
import { useReadingView } from "./reading/use-reading-view.ts";
import { ClientSidebar } from "./sidebar/ClientSidebar.tsx";
import { useBrief } from "./use-client.ts";

type OpenClientProps = { client: Client; me: CurrentManager };

/** A client's page once the client is loaded: actions at the top and beside the answers. */
export function OpenClient({ client, me }: OpenClientProps) {
  const { clientId } = client;
  const brief = useBrief(client);
  const { followUps, error, isSettled: hasFollowUps } = useFollowUps(clientId);
  const { news, isSettled: hasNews } = useNews(client, me.name);
  const hasDrafts = useKeptDrafts(clientId);
  // show the answers only once everything beside them has loaded, so that nothing moves under a finger and no shortcut
  // acts too early
  const isWhole = hasFollowUps && hasNews && hasDrafts;
  const query = isWhole ? brief : { ...brief, data: undefined };
  const { isShort } = useReadingView();
  const [act, setAct] = useState<RareAct>();
  const [isInvited, setIsInvited] = useState(false);
  const place = usePlaceInList(clientId);
  const printing = usePdf(clientId);
  const reminding = useRemindNow(clientId);
  const canRemind = useCanRemind(clientId);
  const isPhone = usePhone();
  const current = useQuestionBeingRead();
  useQuestionInAddress(query.data !== undefined);

  const sections = query.data?.sections ?? [];
  const reading = readingOf({ sections, followUps, changes: news?.changes ?? [], managerId: me.managerId });
  const questions = questionsIn(reading);
  const goToNextUnread = () => {
    const next = nextToRead(questions, current);
    if (next !== undefined) goToQuestion(next);
  };
  const approving = useApproveRead(clientId);
  const approveRead = () => {
    const read = questions.filter(isReadToApprove).map(({ questionId }) => questionId);
    if (query.data) approving.approve({ revision: query.data.revision, questions: read });
  };
  useClientKeys({
    questions,
    onApproveRead: approveRead,
    goToNext: place.goToNext,
    goToPrevious: place.goToPrevious,
    onBrief: () => window.open(briefAddress(clientId, "html"), "_blank", "noopener,noreferrer"),
  });

  return (
    <>
      <ClientHead
        client={client}
        approved={questions.filter(({ isApproved }) => isApproved).length}
        place={place}
        printing={printing}
        onRemind={canRemind ? () => reminding.mutate() : undefined}
        onAct={setAct}
      />
      <div className={styles.body}>
        <div className={styles.contents}>
          <Contents reading={reading} current={current} onNextUnread={goToNextUnread} />
        </div>
        <div
          className={styles.answers}
          data-short={isShort ? "" : undefined}
          aria-busy={query.data === undefined}
        >
          <ErrorMessage error={printing.error} />
          {isInvited && <p role="status">{t("client.inviteSent")}</p>}
          {isPhone && canRemind && <RemindOutcome reminding={reminding} />}
          <NewsNotice news={news} unread={questions.filter(isUnread).length} onNextUnread={goToNextUnread} />
          <ErrorMessage error={error} />
          <QueryView query={query} isPart>
            {(shown) => (
              <AnswersBySection
                client={client}
                brief={shown}
                followUps={followUps}
                reading={reading}
                current={isPhone ? current : undefined}
              />
            )}
          </QueryView>
        </div>
        <div className={styles.beside}>
          <ClientSidebar
            client={client}
            me={me}
            questions={query.data && questions}
            reminding={reminding}
            canRemind={canRemind}
            approving={approving}
            onApproveRead={approveRead}
            onAct={setAct}
          />
        </div>
      </div>
      <ApprovedBar of={approving} />
      {isPhone && query.data && (
        <ThumbBar
          questions={questions}
          current={questions.find(({ questionId }) => questionId === current)}
          onNextUnread={goToNextUnread}
        />
      )}
      {act && (
        <RareDialog
          act={act}
          client={client}
          me={me}
          onClose={() => setAct(undefined)}
          onInvited={() => setIsInvited(true)}
        />
      )}
    </>
  );
}
