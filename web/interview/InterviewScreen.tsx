import { useStore } from "zustand";
import { useDraft, useInterview } from "../draft/use-draft.ts";
import { ReviewPage } from "../review/ReviewPage.tsx";
import { canAddLock } from "../session/lock/can-add-lock.ts";
import type { Provider } from "../session/provider.ts";
import { t } from "../translate.ts";
import { useSerif } from "../ui/serif/use-serif.ts";
import { Dialogs } from "./dialogs/Dialogs.tsx";
import { Header } from "./Header.tsx";
import styles from "./InterviewScreen.module.css";
import { Menu } from "./Menu.tsx";
import { Notices } from "./Notices.tsx";
import { SectionList } from "./sections/SectionList.tsx";
import { SectionView } from "./sections/SectionView.tsx";
import { TalkView } from "./TalkView.tsx";
import { Tips } from "./Tips.tsx";
import { useFinish } from "./use-finish.ts";
import { useKeyboardOnScreen } from "./use-keyboard-on-screen.ts";
import { usePageTitle } from "./use-page-title.ts";
import { useUnkeptWarning } from "./use-unkept-warning.ts";
import { useViewFocus } from "./use-view-focus.ts";
import { useActions, useSaving, useView, useWorkspace } from "./workspace/use-actions.ts";

type InterviewScreenProps = { provider: Provider; clientName: string };

/** spec §2.2: header, sections, the open section's questions, tips. */
export function InterviewScreen({ provider, clientName }: InterviewScreenProps) {
  useKeyboardOnScreen();
  useUnkeptWarning();
  const { actions, talk } = useWorkspace();
  // only this part of the view, since a change of section renders the content alone
  const spoken = useStore(actions.view, (view) => (view.open === "talk" ? view.isSpoken : undefined));
  const serif = useSerif();
  const module = useStore(talk.store, (state) => state.module);
  if (spoken !== undefined && module)
    return (
      <div className={styles.page} data-serif={serif}>
        <Notices />
        <TalkView talk={module} clientName={clientName} providerName={provider.name} isSpoken={spoken} />
        <Dialogs />
      </div>
    );
  return (
    <div className={styles.page} data-serif={serif}>
      <a className={styles.skip} href="#questions">
        {t("header.skip")}
      </a>
      <Header clientName={clientName} />
      <Notices />
      <div className={styles.panes}>
        <SectionList />
        <Content providerName={provider.name} clientName={clientName} />
        <Tips />
      </div>
      <Menu provider={provider} clientName={clientName} />
      <Dialogs />
    </div>
  );
}

type ContentProps = { providerName: string; clientName: string };

/** The open section, the review, or the thanks page. */
function Content({ providerName, clientName }: ContentProps) {
  const view = useView();
  const sectionId = useDraft((state) => state.draft.sectionId);
  const content = useViewFocus(view, sectionId);
  const { openQuestion, openReview, openFirstOpen, submit, addLock } = useActions();
  const isSubmitting = useSaving() === "submit";
  const { finish, print } = useFinish();
  const section = useInterview().sections.find(({ id }) => id === sectionId);
  const titles = {
    review: t("review.title"),
    thanks: t("thanks.title", { client: clientName }),
    section: section?.name ?? "",
    talk: t("menu.talk"),
  };
  usePageTitle(titles[view.open], providerName);
  return (
    <main
      ref={content}
      id="questions"
      className={styles.content}
      data-serif={useSerif(`${view.open} ${sectionId}`)}
      tabIndex={-1}
    >
      {view.open === "review" && (
        <ReviewPage
          isReturn={Boolean(view.scrollY)}
          downloads={finish && <finish.Downloads clientName={clientName} onPrint={print} />}
          providerName={providerName}
          isSubmitting={isSubmitting}
          onOpenQuestion={openQuestion}
          onSubmit={() => void submit()}
          onAnswerMore={openFirstOpen}
        />
      )}
      {view.open === "thanks" && finish && (
        <finish.ThanksPage
          onPrint={print}
          clientName={clientName}
          providerName={providerName}
          sent={view.sent}
          onChangeAnswer={openReview}
          onAnswerMore={openFirstOpen}
          onAddLock={canAddLock() ? () => void addLock() : undefined}
        />
      )}
      {view.open === "section" && <SectionView providerName={providerName} />}
    </main>
  );
}
