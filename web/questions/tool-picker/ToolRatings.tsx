import type { Choice } from "#contract/interview/interview.ts";
import { TOOL_RATING_MAX } from "#contract/limits.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";
import { t } from "../../translate.ts";
import { Stars } from "../../ui/fields/Stars.tsx";
import styles from "./ToolPicker.module.css";

type ToolRatingsProps = { tools: Choice[] };

/** 1 to 5 stars for each selected tool but Other (spec §2.2). */
export function ToolRatings({ tools }: ToolRatingsProps) {
  const { dispatch } = useDraftStore();
  const ratings = useDraft((state) => state.draft.answers.forms.toolSelection.toolRatings);
  if (tools.length === 0) return null;
  return (
    <div className={styles.ratings}>
      <p>{t("tools.ratings")}</p>
      <ul className={styles.rated}>
        {tools.map(({ value, label }) => (
          <li key={value} className={styles.rating}>
            <span aria-hidden="true">{label}</span>
            <Stars
              legend={t("tools.rating", { tool: label })}
              legendHidden
              name={`rating-${value}`}
              value={ratings[value]}
              max={TOOL_RATING_MAX}
              labelOf={(stars) => t("tools.stars", { stars })}
              onChange={(stars) => dispatch({ type: "tool-rated", tool: value, stars })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
