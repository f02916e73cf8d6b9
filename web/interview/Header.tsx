import { useDraft } from "../draft/use-draft.ts";
import { useOpenFollowUps } from "../follow-ups/use-follow-ups.ts";
import type { Provider } from "../session/provider.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { ProgressBar } from "../ui/feedback/ProgressBar.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Logo } from "../ui/Logo.tsx";
import { LanguageLinks } from "../ui/language/LanguageLinks.tsx";
import { timeOf } from "../ui/time-of.ts";
import styles from "./Header.module.css";
import { TipsButton } from "./Tips.tsx";
import {
  useActions,
  useChooseLanguage,
  useConnection,
  useIsSignedOut,
  useIsUnsaved,
  useSaving,
  useView,
} from "./use-actions.ts";

type HeaderProps = { provider: Provider; clientName: string };

export function Header({ provider, clientName }: HeaderProps) {
  const chooseLanguage = useChooseLanguage();
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <div className={styles.names}>
          <Logo />
          <div>
            <div className={styles.titleLine}>
              <h1 className={styles.title}>{t("app.title")}</h1>
              <LanguageLinks addresses={provider.languages} onChoose={chooseLanguage} />
            </div>
            <div className={styles.clientLine}>
              <p className={styles.client} title={`${clientName} · ${provider.name}`}>
                {clientName}
                <span className={styles.provider}> · {provider.name}</span>
              </p>
              <TipsButton />
            </div>
          </div>
        </div>
        <Progress />
        <HeaderActions />
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
        <span role="status" className={styles.unsaved}>
          {isUnsaved && t("header.unsaved")}
        </span>
        <Times />
      </div>
      <ProgressBar label={t("header.progress")} value={percent} />
      {followUp && (
        <Button size="small" icon="info" onClick={() => openQuestion(followUp.question)}>
          {t("header.asked", { asked: others.length + 1 })}
        </Button>
      )}
      {isSignedOut && (
        <Button size="small" icon="lock" onClick={askForKey}>
          {t("header.signIn")}
        </Button>
      )}
    </div>
  );
}

/** When the record was saved, and when it was submitted, as far as the server has told. */
function Times() {
  const isUnsaved = useIsUnsaved();
  const isOffline = useConnection() === "offline";
  const savedAt = useDraft((state) => state.draft.synced?.savedAt);
  const submittedAt = useDraft((state) => state.draft.synced?.submittedAt);
  return (
    <>
      {isOffline && <span className={styles.unsaved}>{t("header.offline")}</span>}
      {!isUnsaved && savedAt && (
        <span className={styles.saved}>{t("header.saved", { time: timeOf(savedAt, new Date()) })}</span>
      )}
      {submittedAt && (
        <span className={styles.submitted}>
          {t("header.submitted", { time: timeOf(submittedAt, new Date()) })}
        </span>
      )}
    </>
  );
}

function HeaderActions() {
  const actions = useActions();
  const saving = useSaving();
  const isReview = useView().open === "review";
  return (
    <div className={styles.actions}>
      <Button icon="save" busy={saving === "save"} onClick={() => void actions.save()}>
        {t("header.save")}
      </Button>
      <Button icon="eye" aria-current={isReview ? "page" : undefined} onClick={actions.openReview}>
        {t("header.review")}
      </Button>
      <Button variant="primary" icon="send" busy={saving === "submit"} onClick={() => void actions.submit()}>
        {t("header.submit")}
      </Button>
      <Button variant="quiet" icon="logout" onClick={() => void actions.logout()}>
        <span className={styles.quiet}>{t("header.logout")}</span>
      </Button>
    </div>
  );
}
