import type { MouseEvent, ReactNode } from "react";
import { useInterview } from "../draft/use-draft.ts";
import { useEnterChoice } from "../questions/free-answer/use-enter-choice.ts";
import { offersSupport, type Support } from "../session/provider.ts";
import { SupportLinks } from "../session/SupportLinks.tsx";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/icon-paths.ts";
import styles from "./Tips.module.css";
import { useActions } from "./use-actions.ts";

const TIPS_ID = "tips";

/**
 * spec §2.2: how to answer, controls, privacy, actions; before them, what the provider would like to say. A pane where
 * there is room for one, else what the header's button shows (`Tips.module.css`).
 */
export function Tips({ support }: { support: Support }) {
  const interview = useInterview();
  const { addsLine, choose } = useEnterChoice();
  return (
    <aside id={TIPS_ID} popover="auto" className={styles.tips} aria-labelledby="tips-title">
      <div className={styles.heading}>
        <h2 id="tips-title" className={styles.title}>
          <Icon name="lightbulb" />
          {t("tips.title")}
        </h2>
        <Button
          variant="quiet"
          iconOnly
          icon="close"
          label={t("tips.close")}
          popoverTarget={TIPS_ID}
          popoverTargetAction="hide"
        />
      </div>
      <ul className={styles.list}>
        {interview.tips?.map(({ title, text }) => (
          <Tip key={title + text} icon="lightbulb" title={title} text={text} />
        ))}
        <Tip icon="mic" title={t("tips.answering.title")} text={t("tips.answering.text")} />
        <Tip
          icon="info"
          title={t("tips.controls.title")}
          text={t(addsLine ? "tips.controls.line" : "tips.controls.text")}
        >
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={addsLine}
              onChange={(event) => choose(event.currentTarget.checked)}
            />
            {t("tips.controls.choice")}
          </label>
        </Tip>
        <Tip icon="lock" title={t("tips.privacy.title")} text={t("tips.privacy.text")}>
          <PrivacyActs />
        </Tip>
        <Tip icon="send" title={t("tips.actions.title")} text={t("tips.actions.text")} />
        {offersSupport(support) && (
          <Tip icon="info" title={t("tips.support.title")} text={t("tips.support.text")}>
            <SupportLinks {...support} />
          </Tip>
        )}
      </ul>
    </aside>
  );
}

/** Shows and hides the tips where there is no room for a pane; the browser itself does it, and gives the focus back. */
export function TipsButton() {
  return (
    <span className={styles.opener}>
      <Button variant="quiet" size="small" icon="lightbulb" popoverTarget={TIPS_ID}>
        {t("tips.title")}
      </Button>
    </span>
  );
}

type TipProps = { icon: IconName; title: string; text: string; children?: ReactNode };

function Tip({ icon, title, text, children }: TipProps) {
  return (
    <li className={styles.tip}>
      <Icon name={icon} />
      <div>
        <h3 className={styles.name}>{title}</h3>
        <p>{text}</p>
        {children}
      </div>
    </li>
  );
}

function PrivacyActs() {
  const { openSessions } = useActions();
  const open = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // the dialog would close them, and have nothing to give the focus back to
    currentTarget.closest<HTMLElement>("[popover]")?.hidePopover?.();
    openSessions();
  };
  return (
    <p className={styles.act}>
      <a href="/privacy" target="_blank" rel="noreferrer">
        {t("tips.policy")}
      </a>
      <Button size="small" onClick={open}>
        {t("tips.sessions")}
      </Button>
    </p>
  );
}
