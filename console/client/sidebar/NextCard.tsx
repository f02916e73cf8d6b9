import type { Client, ClientFlag, ClientState } from "#contract/manage/clients.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { dueWords, wholeDay } from "../../clients/client-words.ts";
import { HappeningMark } from "../../clients/HappeningMark.tsx";
import { happeningOf } from "../../clients/happening.ts";
import { NoMailServerNotice } from "../../mail/NoMailServerNotice.tsx";
import { useMailSetUp } from "../../mail/use-mails.ts";
import { ShareBrief } from "../../share/ShareBrief.tsx";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { useNow } from "../../ui/time/use-now.ts";
import { usePhone } from "../../ui/use-phone.ts";
import type { useApproveRead } from "../follow-ups/use-approve-read.ts";
import { ReminderStatus } from "../mail/ReminderStatus.tsx";
import { RemindOutcome } from "../mail/RemindOutcome.tsx";
import type { useRemindNow } from "../mail/use-client-mail.ts";
import { useClientMail } from "../mail/use-client-mail.ts";
import { isReadToApprove, type QuestionReading } from "../reading/reading.ts";
import styles from "./NextCard.module.css";
import { nextWords } from "./next-words.ts";

type NextCardProps = {
  client: Client;
  /** Undefined while loading. */
  questions: QuestionReading[] | undefined;
  reminding: ReturnType<typeof useRemindNow>;
  /** Whether the client can get email. */
  canRemind: boolean;
  onInvite: () => void;
  approving: ReturnType<typeof useApproveRead>;
  onApproveRead: () => void;
};

/** Flags that the card's numbers already express. */
const COUNTED = new Set<ClientFlag>(["news", "ready"]);

const NEVER_OPENED = new Set<ClientState>(["not-invited", "invited"]);

/** The next steps for the manager with this client. */
export function NextCard(props: NextCardProps) {
  const { client, questions, reminding, canRemind, onInvite, approving, onApproveRead } = props;
  const read = questions?.filter(isReadToApprove) ?? [];
  const { dueOn, flags } = client;
  const [flag] = flags;
  const { data: setUp } = useMailSetUp();
  const { data: mail } = useClientMail(client.clientId);
  const now = useNow();
  // on a phone, the outcome of a reminder is shown below the page head
  const isPhone = usePhone();
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2>{t("client.next.title")}</h2>
        {dueOn !== null && (
          <span className={styles.due} title={wholeDay(dueOn)}>
            {t("clients.column.due")} <b>{dueWords(dueOn, now)}</b>
          </span>
        )}
      </div>
      <p>{questions ? nextWords(questions) : "…"}</p>
      {flag && !COUNTED.has(flag) && <HappeningMark happening={happeningOf(client, now)} />}
      {read.length > 0 && (
        <Button
          size="small"
          variant={client.submittedAt === null ? "secondary" : "primary"}
          icon="check"
          busy={approving.isBusy}
          onClick={onApproveRead}
        >
          {t("client.next.approveRead", { count: read.length })}
        </Button>
      )}
      <ErrorMessage error={approving.error} />
      <div className={styles.acts}>
        <ShareBrief clientId={client.clientId} />
        {canRemind && NEVER_OPENED.has(client.state) && (
          <Button size="small" variant="primary" icon="send" onClick={onInvite}>
            {t("invite.submit.one")}
          </Button>
        )}
        {canRemind && (
          <Button size="small" icon="send" busy={reminding.isPending} onClick={() => reminding.mutate()}>
            {t("clientMail.remind")}
          </Button>
        )}
      </div>
      {canRemind && !isPhone && <RemindOutcome reminding={reminding} />}
      {setUp &&
        mail &&
        (setUp.sendsMail ? (
          <ReminderStatus clientId={client.clientId} mail={mail} setUp={setUp} />
        ) : (
          <NoMailServerNotice />
        ))}
    </section>
  );
}
