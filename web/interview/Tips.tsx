import type { ReactNode } from "react";
import { useInterview } from "../draft/use-draft.ts";
import { useEnterChoice } from "../questions/free-answer/use-enter-choice.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./Tips.module.css";

export const TIPS_ID = "tips";

/**
 * The provider's own tips, then those of spec §2.2: how to answer, controls, privacy, actions. A pane if there is room
 * for one, or else a sheet that the menu opens (`Tips.module.css`).
 */
export function Tips() {
  const interview = useInterview();
  const { addsLine } = useEnterChoice();
  return (
    <aside id={TIPS_ID} popover="auto" className={styles.tips} aria-labelledby="tips-title">
      <div className={styles.heading}>
        <h2 id="tips-title" className={styles.title}>
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
          <Tip key={title + text} title={title} text={text} />
        ))}
        <Tip title={t("tips.answering.title")} text={t("tips.answering.text")} />
        <Tip
          isOfKeys
          title={t("tips.controls.title")}
          text={t(addsLine ? "tips.controls.line" : "tips.controls.text")}
        />
        <Tip title={t("tips.privacy.title")} text={t("tips.privacy.text")}>
          <a href="/privacy" target="_blank" rel="noreferrer">
            {t("tips.policy")}
          </a>
        </Tip>
        <Tip title={t("tips.actions.title")} text={t("tips.actions.text")} />
      </ul>
    </aside>
  );
}

type TipProps = {
  title: string;
  text: string;
  /** Hides the tip on a touch screen, which has no keys to explain. */
  isOfKeys?: boolean;
  children?: ReactNode;
};

function Tip({ title, text, isOfKeys = false, children }: TipProps) {
  return (
    <li className={styles.tip} data-keys={isOfKeys ? "" : undefined}>
      <h3 className={styles.name}>{title}</h3>
      <p>{text}</p>
      {children}
    </li>
  );
}
