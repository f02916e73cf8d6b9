import type { ReactNode, ToggleEvent } from "react";
import { useRef, useState } from "react";
import type { Section } from "#contract/interview/interview.ts";
import { useDraft } from "../draft/use-draft.ts";
import { installOffer } from "../install-offer.ts";
import { useEnterChoice } from "../questions/free-answer/use-enter-choice.ts";
import { canAddLock } from "../session/lock/can-add-lock.ts";
import { offersSupport, type Provider } from "../session/provider.ts";
import { SupportLinks } from "../session/SupportLinks.tsx";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/icon-paths.ts";
import { LanguageLinks } from "../ui/language/LanguageLinks.tsx";
import styles from "./Menu.module.css";
import { useSectionProgress } from "./sections/use-section-progress.ts";
import { TIPS_ID } from "./Tips.tsx";
import { minutesLeft } from "./time-left.ts";
import { useVisibleInterview } from "./use-visible-interview.ts";
import { useActions, useChooseLanguage } from "./workspace/use-actions.ts";

const MENU_ID = "menu";

/** The browser opens and closes the menu as a popover, and returns the focus. */
export function MenuButton() {
  return <Button variant="quiet" iconOnly icon="menu" label={t("menu.title")} popoverTarget={MENU_ID} />;
}

type MenuProps = { provider: Provider; clientName: string };

/** What is needed now and then: all sections by name, other views, and settings of the client and this device. */
export function Menu({ provider, clientName }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const chooseLanguage = useChooseLanguage();
  const { openReview, openDialog, openTalk, addLock } = useActions();
  const { addsLine, choose } = useEnterChoice();
  const [isOpen, setIsOpen] = useState(false);
  const install = isOpen ? installOffer() : undefined;
  /** Closes the menu first, so that its button has the focus again when the next thing takes it. */
  const closeAnd = (act: () => void) => () => {
    menu.current?.hidePopover?.();
    act();
  };
  return (
    <div
      ref={menu}
      id={MENU_ID}
      popover="auto"
      role="dialog"
      aria-label={t("menu.title")}
      className={styles.menu}
      onToggle={({ newState }: ToggleEvent) => setIsOpen(newState === "open")}
    >
      <div className={styles.heading}>
        <p className={styles.client}>{clientName}</p>
        <Button
          variant="quiet"
          iconOnly
          icon="close"
          label={t("menu.close")}
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
        />
      </div>
      {isOpen && <AllSections onChosen={() => menu.current?.hidePopover?.()} />}
      <ul className={styles.list}>
        <MenuEntry icon="eye" onClick={closeAnd(openReview)}>
          {t("review.title")}
        </MenuEntry>
        <MenuEntry icon="mic" onClick={closeAnd(() => void openTalk(true))}>
          {t("menu.talk")}
        </MenuEntry>
        <MenuEntry icon="menu" onClick={closeAnd(() => void openTalk(false))}>
          {t("menu.one")}
        </MenuEntry>
        <li className={styles.tips}>
          <button type="button" className={styles.entry} onClick={closeAnd(showTips)}>
            <Icon name="lightbulb" />
            {t("tips.title")}
          </button>
        </li>
        {install && (
          <MenuEntry icon="download" onClick={closeAnd(install)}>
            {t("menu.install")}
          </MenuEntry>
        )}
        <MenuEntry icon="expand" onClick={closeAnd(() => void openDialog("hand-over"))}>
          {t("menu.handOver")}
        </MenuEntry>
        <MenuEntry icon="send" onClick={closeAnd(() => void openDialog("helpers"))}>
          {t("menu.ask")}
        </MenuEntry>
        {isOpen && canAddLock() && (
          <MenuEntry icon="lock" onClick={closeAnd(() => void addLock())}>
            {t("menu.lock")}
          </MenuEntry>
        )}
        <MenuEntry icon="logout" onClick={closeAnd(() => void openDialog("sessions"))}>
          {t("tips.sessions")}
        </MenuEntry>
        <li>
          <a className={styles.entry} href="/privacy" target="_blank" rel="noreferrer">
            <Icon name="info" />
            {t("tips.policy")}
          </a>
        </li>
      </ul>
      <label className={styles.entry}>
        <input type="checkbox" checked={addsLine} onChange={(event) => choose(event.currentTarget.checked)} />
        {t("tips.controls.choice")}
      </label>
      <div className={styles.foot}>
        <LanguageLinks
          addresses={provider.languages}
          onChoose={(language) => closeAnd(() => chooseLanguage(language))()}
        />
        {offersSupport(provider.support) && (
          <div>
            <p>
              {t("tips.support.title")} {t("tips.support.text")}
            </p>
            <SupportLinks {...provider.support} />
          </div>
        )}
      </div>
    </div>
  );
}

/** A popover opened by a script needs the script to set the focus; the browser returns the focus at the end. */
function showTips(): void {
  const tips = document.getElementById(TIPS_ID);
  tips?.showPopover?.();
  tips?.querySelector("button")?.focus();
}

/** The sections by name, because the page itself has room for numbers only. */
function AllSections({ onChosen }: { onChosen: () => void }) {
  const interview = useVisibleInterview();
  const minutes = useDraft(({ completion }) => minutesLeft(interview, completion.open));
  return (
    <nav className={styles.sections} aria-label={t("menu.sections")}>
      <p className={styles.left}>{minutes > 0 ? t("sections.left", { minutes }) : t("menu.sections")}</p>
      <ol className={styles.list}>
        {interview.sections.map((section) => (
          <SectionEntry key={section.id} section={section} onChosen={onChosen} />
        ))}
      </ol>
    </nav>
  );
}

function SectionEntry({ section, onChosen }: { section: Section; onChosen: () => void }) {
  const { openSection } = useActions();
  const isActive = useDraft((state) => state.draft.sectionId === section.id);
  const { completed, total } = useSectionProgress(section.id);
  const open = () => {
    onChosen();
    openSection(section.id);
  };
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        aria-current={isActive ? "step" : undefined}
        onClick={open}
      >
        <span>
          {section.name}
          {total > 0 && <span className={styles.count}>{t("sections.completed", { completed, total })}</span>}
        </span>
      </button>
    </li>
  );
}

type MenuEntryProps = { icon: IconName; onClick: () => void; children: ReactNode };

function MenuEntry({ icon, onClick, children }: MenuEntryProps) {
  return (
    <li>
      <button type="button" className={styles.entry} onClick={onClick}>
        <Icon name={icon} />
        {children}
      </button>
    </li>
  );
}
