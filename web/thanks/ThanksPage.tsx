import { useDraft, useInterview, useSubmitted } from "../draft/use-draft.ts";
import { fileOf } from "../review/text-file.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { dateWords } from "../ui/language/spoken-language.ts";
import { saveFile } from "../ui/save-file.ts";
import { calendarFile } from "./calendar-file.ts";
import { Downloads, type DownloadsProps } from "./Downloads.tsx";
import { receiptOf, type Submission } from "./submission.ts";
import styles from "./ThanksPage.module.css";

type ThanksPageProps = DownloadsProps & {
  providerName: string;
  sent: Submission;
  onChangeAnswer: () => void;
  onAnswerMore: () => void;
  /** Adds the lock of this device; undefined if that is not possible. */
  onAddLock: (() => void) | undefined;
};

const WHEN: Intl.DateTimeFormatOptions = {
  weekday: "long",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
};

/** Shown after a submission: that it arrived, what happens next, and a copy to keep. */
export function ThanksPage(props: ThanksPageProps) {
  const { clientName, providerName, sent, onChangeAnswer, onAnswerMore } = props;
  const { completed, total } = useDraft((state) => state.completion);
  const { isSubmitted } = useSubmitted();
  const isWhole = sent.completed === sent.total;
  const open = total - completed;
  return (
    <>
      <header className={styles.hero} data-whole={isWhole ? "" : undefined}>
        {isWhole && (
          <span className={styles.tick}>
            <Icon name="check" />
          </span>
        )}
        <h2 tabIndex={-1} className={styles.title}>
          {t("thanks.title", { client: clientName })}
        </h2>
        <p className={styles.with}>
          {sent.manager
            ? t("thanks.with", { manager: sent.manager, provider: providerName })
            : t("thanks.withProvider", { provider: providerName })}
        </p>
        {!isSubmitted && <p className={styles.with}>{t("header.changed")}</p>}
        {!isWhole && (
          <p className={styles.with}>
            {t("thanks.partial", { completed: sent.completed, total: sent.total })}
          </p>
        )}
      </header>
      <Facts sent={sent} />
      <NextSteps providerName={providerName} />
      <div className={styles.buttons}>
        {open > 0 && (
          <Button variant="primary" icon="arrow-right" onClick={onAnswerMore}>
            {t("missing.more", { count: open })}
          </Button>
        )}
        <Button icon="pencil" onClick={onChangeAnswer}>
          {t("thanks.change")}
        </Button>
        <ReminderButton providerName={providerName} sent={sent} />
        {props.onAddLock && (
          <Button icon="lock" onClick={props.onAddLock}>
            {t("thanks.lock")}
          </Button>
        )}
      </div>
      <Downloads clientName={clientName} onPrint={props.onPrint} />
    </>
  );
}

function Facts({ sent }: { sent: Submission }) {
  const { submittedAt, submission, completed, total, recordings } = sent;
  return (
    <dl className={styles.facts}>
      {submittedAt && (
        <div>
          <dt>{t("thanks.sent")}</dt>
          <dd>{dateWords(new Date(submittedAt), WHEN)}</dd>
        </div>
      )}
      <div>
        <dt>{t("thanks.what")}</dt>
        <dd>{t("thanks.answers", { completed, total, recordings })}</dd>
      </div>
      {submission && (
        <div>
          <dt>{t("thanks.receipt")}</dt>
          <dd>{receiptOf(submission)}</dd>
        </div>
      )}
    </dl>
  );
}

/** The provider's own steps, if there are any. */
function NextSteps({ providerName }: { providerName: string }) {
  const { after } = useInterview();
  return (
    <section className={styles.next}>
      <h3>{t("thanks.next")}</h3>
      {after ? (
        <ol className={styles.steps}>
          {after.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ) : (
        <p>{t("thanks.nextBuiltIn", { provider: providerName })}</p>
      )}
    </section>
  );
}

/** Offered if the provider says how soon they answer. */
function ReminderButton({ providerName, sent }: { providerName: string; sent: Submission }) {
  const { replyWithin } = useInterview();
  const { submittedAt, submission } = sent;
  if (replyWithin === undefined || !submittedAt) return null;
  const add = () =>
    saveFile(
      fileOf(
        calendarFile({
          from: new Date(submittedAt),
          workingDays: replyWithin,
          title: t("thanks.event", { provider: providerName }),
          id: submission ?? submittedAt,
        }),
      ),
    );
  return (
    <Button icon="calendar" onClick={add}>
      {t("thanks.remind", { days: replyWithin })}
    </Button>
  );
}
