import type { Choice } from "#contract/interview/choice.ts";
import { TOOL_RATING_MAX } from "#contract/limits.ts";
import { t } from "../../translate.ts";
import { Stars } from "../../ui/fields/Stars.tsx";
import styles from "./ToolPicker.module.css";

type ToolRatingsProps = {
  /** The first part of the radio groups' names, unique in the page. */
  name: string;
  tools: Choice[];
  /** By tool id. */
  ratings: Record<string, number>;
  onRate: (tool: string, stars: number) => void;
};

/** 1 to 5 stars for each selected tool but Other (spec §2.2). */
export function ToolRatings({ name, tools, ratings, onRate }: ToolRatingsProps) {
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
              name={`${name}-${value}`}
              value={ratings[value]}
              max={TOOL_RATING_MAX}
              labelOf={(stars) => t("tools.stars", { stars })}
              onChange={(stars) => onRate(value, stars)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
