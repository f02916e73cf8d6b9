import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import styles from "./Tips.module.css";
import { useActions } from "./use-actions.ts";

const TIPS = [
  { id: "answering", icon: "mic" },
  { id: "controls", icon: "info" },
  { id: "privacy", icon: "lock" },
  { id: "actions", icon: "send" },
] as const;

/** spec §2.2: how to answer, controls, privacy, actions. */
export function Tips() {
  const { openSessions } = useActions();
  return (
    <aside className={styles.tips} aria-labelledby="tips-title">
      <h2 id="tips-title" className={styles.title}>
        <Icon name="lightbulb" />
        {t("tips.title")}
      </h2>
      <ul className={styles.list}>
        {TIPS.map(({ id, icon }) => (
          <li key={id} className={styles.tip}>
            <Icon name={icon} />
            <div>
              <h3 className={styles.name}>{t(`tips.${id}.title`)}</h3>
              <p>{t(`tips.${id}.text`)}</p>
              {id === "privacy" && (
                <p className={styles.act}>
                  <a href="/privacy" target="_blank" rel="noreferrer">
                    {t("tips.policy")}
                  </a>
                  <Button size="small" onClick={openSessions}>
                    {t("tips.sessions")}
                  </Button>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}
