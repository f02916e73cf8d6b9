import { useDraft } from "../draft/use-draft.ts";
import { useOpenFollowUps } from "../follow-ups/use-follow-ups.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { ProgressBar } from "../ui/feedback/ProgressBar.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Logo } from "../ui/Logo.tsx";
import { timeOf } from "../ui/time-of.ts";
import styles from "./Header.module.css";
import { MenuButton } from "./Menu.tsx";
import {
  useActions,
  useConnection,
  useIsKept,
  useIsSignedOut,
  useIsSubmitted,
  useIsUnsaved,
  useSaving,
  useView,
} from "./use-actions.ts";

/** On a phone the first row scrolls away, progress stays at the top, and the actions are a bar at the lower edge. */
export function Header({ clientName }: { clientName: string }) {
  const { logout } = useActions();
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <div className={styles.names}>
          <Logo />
          <div>
            <h1 className={styles.title}>{t("app.title")}</h1>
            <p className={styles.client} title={clientName}>
              {clientName}
            </p>
          </div>
        </div>
        <Progress />
        <HeaderActions />
        <div className={styles.leaving}>
          <Button variant="quiet" onClick={() => void logout()}>
            {t("header.logout")}
          </Button>
          <MenuButton />
        </div>
      </div>
    </header>
  );
}

function Progress() {
  const percent = useDraft((state) => state.completion.percent);
  const isUnsaved = useIsUnsaved();
  const isSignedOut = useIsSignedOut();
  const { askForKey, openQuestion } = useActions();
  const [followUp, ...others] = useOpenFollowUps();
  return (
    <div className={styles.progress}>
      <div className={styles.figures}>
        <span className={styles.percent} data-complete={percent === 100 ? "" : undefined}>
          {t("header.percent", { percent })}
          {percent === 100 && <Icon name="check" />}
        </span>
        {followUp && (
          <Button size="small" variant="quiet" icon="info" onClick={() => openQuestion(followUp.question)}>
            {t("header.asked", { asked: others.length + 1 })}
          </Button>
        )}
        <span className={styles.state}>
          <span role="status" className={styles.unsaved}>
            {isUnsaved && t("header.unsaved")}
          </span>
          <Times />
        </span>
      </div>
      {isSignedOut && (
        <Button size="small" icon="lock" onClick={askForKey}>
          {t("header.signIn")}
        </Button>
      )}
      <ProgressBar label={t("header.progress")} value={percent} />
      <Everything />
    </div>
  );
}

/** The moment of 100 %, in view at every size: once in the header, on a phone in the lower bar instead. */
function Everything() {
  const isComplete = useDraft((state) => state.completion.percent === 100);
  const isSubmitted = useIsSubmitted();
  if (!isComplete || isSubmitted) return null;
  return (
    <p className={styles.everything} data-everything="">
      {t("header.everything")}
    </p>
  );
}

/** When the record was saved, and when it was submitted, as far as the server has told. */
function Times() {
  const isUnsaved = useIsUnsaved();
  const isSubmitted = useIsSubmitted();
  const savedAt = useDraft((state) => state.draft.synced?.savedAt);
  const submittedAt = useDraft((state) => state.draft.synced?.submittedAt);
  return (
    <>
      <Trouble />
      {!isUnsaved && savedAt && (
        <span className={styles.saved} data-older={isSubmitted ? "" : undefined}>
          {t("header.saved", { time: timeOf(savedAt, new Date()) })}
        </span>
      )}
      {submittedAt && (
        <span className={styles.submitted} data-older={isSubmitted ? undefined : ""}>
          {t("header.submitted", { time: timeOf(submittedAt, new Date()) })}
        </span>
      )}
    </>
  );
}

/** Why changes are still unsaved, and that the device has them. Screen readers get the whole sentence from `Notices`. */
function Trouble() {
  const isUnsaved = useIsUnsaved();
  const isKept = useIsKept();
  const connection = useConnection();
  if (connection === "ok" || (connection === "failing" && !isUnsaved)) return null;
  const words = isUnsaved && isKept ? (`header.${connection}.kept` as const) : "header.offline";
  // a device that stores nothing has the whole sentence below the header
  if (connection === "failing" && !isKept) return null;
  return (
    <span className={styles.trouble} aria-hidden="true">
      {t(words)}
    </span>
  );
}

/** One of them is loud: Next while something is open, then Submit, until it is sent. */
function HeaderActions() {
  const actions = useActions();
  const saving = useSaving();
  const isReview = useView().open === "review";
  const isComplete = useDraft((state) => state.completion.percent === 100);
  const isSubmitted = useIsSubmitted();
  return (
    <div className={styles.actions} data-complete={isComplete ? "" : undefined}>
      <Everything />
      <Button icon="save" busy={saving === "save"} onClick={() => void actions.save()}>
        {t("header.save")}
      </Button>
      <Button
        icon="eye"
        aria-current={isReview ? "page" : undefined}
        data-review=""
        onClick={actions.openReview}
      >
        <span className={styles.words}>{t("header.review")}</span>
      </Button>
      <Button
        variant={isComplete && !isSubmitted ? "primary" : "secondary"}
        icon="send"
        busy={saving === "submit"}
        onClick={() => void actions.submit()}
      >
        {t("header.submit")}
      </Button>
      {!isComplete && (
        <Button variant="primary" data-next="" onClick={actions.openNextOpen}>
          {t("header.next")}
          <Icon name="arrow-right" />
        </Button>
      )}
    </div>
  );
}
