import type { Provider } from "../../session/provider.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { LanguageLinks } from "../../ui/language/LanguageLinks.tsx";
import { useSerif } from "../../ui/serif/use-serif.ts";
import { Dialogs } from "../dialogs/Dialogs.tsx";
import { SaveState } from "../Header.tsx";
import { Notices } from "../Notices.tsx";
import { SectionCards } from "../sections/SectionCards.tsx";
import { useKeyboardOnScreen } from "../use-keyboard-on-screen.ts";
import { usePageTitle } from "../use-page-title.ts";
import { useUnkeptWarning } from "../use-unkept-warning.ts";
import { useVisibleInterview } from "../use-visible-interview.ts";
import { useActions, useChooseLanguage, useSaving, useWorkspace } from "../workspace/use-actions.ts";
import styles from "./HelperScreen.module.css";
import { useHelping } from "./use-helping.ts";

type HelperScreenProps = { provider: Provider; clientName: string };

/** One section of the interview, for the person whom the client has asked to answer it. */
export function HelperScreen({ provider, clientName }: HelperScreenProps) {
  const { session } = useWorkspace();
  const { name = "", seesAll = false } = session.getState().helper ?? {};
  const visible = useVisibleInterview();
  const [section] = visible.sections;
  const { save, logout } = useActions();
  const chooseLanguage = useChooseLanguage();
  const saving = useSaving();
  const { isDone, finish, thanks } = useHelping();
  useKeyboardOnScreen();
  useUnkeptWarning();
  const title = t("helping.title", { section: section?.name ?? "", client: clientName });
  usePageTitle(title, provider.name);
  return (
    <div className={styles.page} data-serif={useSerif()}>
      <header className={styles.header}>
        <div className={styles.inner}>
          <Logo />
          <div className={styles.state}>
            <SaveState />
          </div>
          <Button variant="quiet" onClick={() => void logout()}>
            {t("header.logout")}
          </Button>
        </div>
      </header>
      <Notices />
      <main id="questions" className={styles.content} tabIndex={-1}>
        <h1 className={styles.title}>{title}</h1>
        <p>
          {t("helping.intro", { name, client: clientName, provider: provider.name })}{" "}
          {seesAll && t("helping.all", { client: clientName })}
        </p>
        <h2 className="visually-hidden">{section?.name}</h2>
        {!section?.questions.length && <p>{t("helping.nothing")}</p>}
        <SectionCards visible={visible} />
        <div role="status" className={styles.thanks}>
          {isDone && (
            <>
              <h2 ref={thanks} tabIndex={-1}>
                {t("helping.thanks.title", { name })}
              </h2>
              <p>{t("helping.thanks.text", { client: clientName })}</p>
            </>
          )}
        </div>
        <footer className={styles.foot}>
          <LanguageLinks addresses={provider.languages} onChoose={chooseLanguage} />
          <a href="/privacy" target="_blank" rel="noreferrer">
            {t("tips.policy")}
          </a>
        </footer>
      </main>
      <div className={styles.bar}>
        <Button icon="save" busy={saving === "save"} onClick={() => void save()}>
          {t("header.save")}
        </Button>
        <Button variant="primary" icon="send" busy={saving === "submit"} onClick={finish}>
          {t("helping.done")}
        </Button>
      </div>
      <Dialogs />
    </div>
  );
}
