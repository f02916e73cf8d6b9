import type { FollowUp } from "#contract/manage/follow-ups.ts";
import { wholeInstant } from "../../clients/client-words.ts";
import { t } from "../../translate.ts";
import { Drawing } from "../../ui/drawings/Drawing.tsx";
import styles from "./StateBadge.module.css";

/** The state of a question. On hover, it shows who approved the question and when. */
export function StateBadge({ followUp }: { followUp: FollowUp | undefined }) {
  if (!followUp || followUp.state === "none") return null;
  const { state, entries } = followUp;
  const approved = state === "approved" ? entries.at(-1) : undefined;
  const by = approved && t("followUp.approved", { name: approved.managerName ?? t("followUp.somebody") });
  return (
    <span
      className={styles.badge}
      data-state={state}
      title={approved && `${by}, ${wholeInstant(approved.at)}`}
    >
      {state === "approved" && <Drawing name="check" />}
      <span>{t(`followUp.state.${state}`)}</span>
    </span>
  );
}
