import { useDraft, useIsComplete, useSubmitted } from "../draft/use-draft.ts";
import { useOpenFollowUps } from "../follow-ups/use-follow-ups.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { ProgressBar } from "../ui/feedback/ProgressBar.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Logo } from "../ui/Logo.tsx";
import { timeOrDayOf } from "../ui/time-of.ts";
import styles from "./Header.module.css";
import { MenuButton } from "./Menu.tsx";
import { useOffscreenMicrophone } from "./use-offscreen-microphone.ts";
import {
  useActions,
  useConnection,
  useIsKept,
  useIsSignedOut,
  useIsUnsaved,
  useOpenView,
  useSaving,
} from "./workspace/use-actions.ts";

/** On a phone the first row scrolls away, progress stays at the top, and the actions are a bar at the bottom. */
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
  const isComplete = useIsComplete();
  const { openQuestion } = useActions();
  const [followUp, ...others] = useOpenFollowUps();
  return (
    <div className={styles.progress}>
      <div className={styles.figures}>
        <span className={styles.percent} data-complete={isComplete ? "" : undefined}>
          {t("header.percent", { percent })}
          {isComplete && <Icon name="check" />}
        </span>
        {followUp && (
          <Button size="small" variant="quiet" onClick={() => openQuestion(followUp.question)}>
            {t("header.asked", { asked: others.length + 1 })}
          </Button>
        )}
        <SaveState />
      </div>
      <ProgressBar label={t("header.progress")} value={percent} />
    </div>
  );
}

/** Shows one thing at a time: what is unsaved and why, when it was saved, or when it was submitted. */
export function SaveState() {
  const isUnsaved = useIsUnsaved();
  const isKept = useIsKept();
  const savedAt = useDraft((state) => state.draft.synced?.savedAt);
  const { submittedAt, isSubmitted } = useSubmitted();
  const hasChanged = submittedAt !== undefined && !isSubmitted;
  // a complete interview already has a check mark beside its percentage
  const isWhole = useIsComplete();
  const settled = () => {
    if (isUnsaved) return undefined;
    if (isSubmitted) return t("header.submitted", { time: timeOrDayOf(submittedAt ?? "", new Date()) });
    if (hasChanged) return t("header.changed");
    return savedAt && t("header.saved", { time: timeOrDayOf(savedAt, new Date()) });
  };
  return (
    <span className={styles.state}>
      <span
        role="status"
        className={styles.unsaved}
        title={isUnsaved && isKept ? t("header.safe") : undefined}
      >
        {isUnsaved && t("header.unsaved")}
      </span>
      <UnsavedReason />
      {/* the key replaces the element when the text changes, so that no layout shift is counted */}
      <span key={settled()} data-changed={hasChanged ? "" : undefined}>
        {settled() && !submittedAt && !isWhole && <Icon name="check" />}
        {settled()}
      </span>
    </span>
  );
}

/**
 * Says why changes are still unsaved and that the device has them; after the session has ended, offers to sign in.
 * Screen readers get the whole sentence from `Notices`.
 */
function UnsavedReason() {
  const { askForKey } = useActions();
  const isSignedOut = useIsSignedOut();
  const isUnsaved = useIsUnsaved();
  const isKept = useIsKept();
  const connection = useConnection();
  const isSending = useDraft(({ draft }) => draft.unfinished !== undefined);
  const words = () => {
    if (connection === "ok") return isUnsaved && isSending ? "header.saving" : undefined;
    if (isUnsaved && isKept) return `header.${connection}.kept` as const;
    // if the device stores nothing, the whole sentence is visible below the header
    return connection === "offline" ? "header.offline" : undefined;
  };
  if (isSignedOut)
    return (
      <Button size="small" variant="quiet" onClick={askForKey}>
        {t("header.signIn")}
      </Button>
    );
  const shown = words();
  if (!shown) return null;
  return (
    <span key={shown} className={styles.trouble} data-trouble={connection} aria-hidden="true">
      {t(shown)}
    </span>
  );
}

/** Only one button stands out: Next while questions are open, then Submit until it is sent, but Stop before both. */
function HeaderActions() {
  const actions = useActions();
  const saving = useSaving();
  const open = useOpenView();
  const isComplete = useIsComplete();
  const { isSubmitted } = useSubmitted();
  const talk = useOffscreenMicrophone();
  const isReady = isComplete && !isSubmitted;
  // the thanks page has its own button for going on
  const hasNext = !isComplete && open !== "thanks";
  return (
    // the thanks page gets a new bar, so that the buttons of this one do not move
    <div key={String(open === "thanks")} className={styles.actions} data-roomy={hasNext ? undefined : ""}>
      {isReady && (
        <p className={styles.everything} data-everything="">
          {t("header.everything")}
        </p>
      )}
      <Button icon="save" busy={saving === "save"} data-save="" onClick={() => void actions.save()}>
        {t("header.save")}
      </Button>
      <Button
        icon="eye"
        aria-current={open === "review" ? "page" : undefined}
        data-review=""
        onClick={actions.openReview}
      >
        <span className={styles.words}>{t("header.review")}</span>
      </Button>
      <Button
        variant={isReady && !talk ? "primary" : "secondary"}
        icon="send"
        busy={saving === "submit"}
        onClick={() => void actions.submit()}
      >
        {t("header.submit")}
      </Button>
      {(hasNext || talk) && (
        <Button
          variant={talk ? "on" : "primary"}
          aria-label={talk && t(`${talk.way}.stop`)}
          data-next=""
          onClick={talk?.stop ?? actions.openNextOpen}
        >
          {t(talk ? "talk.stop" : "header.next")}
          <Icon name={talk ? "stop" : "arrow-right"} />
        </Button>
      )}
    </div>
  );
}
