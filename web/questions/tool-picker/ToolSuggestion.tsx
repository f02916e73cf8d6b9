import { useId } from "react";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./ToolSuggestion.module.css";
import { useToolSuggestion } from "./use-tool-suggestion.ts";

type ToolSuggestionProps = { questionId: string };

/** Suggests a tool that an answer mentions and that the client has not selected; one press adds the tool. */
export function ToolSuggestion({ questionId }: ToolSuggestionProps) {
  const words = useId();
  const { row, suggested, added, add, decline } = useToolSuggestion(questionId);
  return (
    <div ref={row} aria-live="polite" tabIndex={-1} className={styles.row}>
      {added && !suggested && <p>{t("suggestion.added", { tool: added })}</p>}
      {suggested && (
        <>
          <p id={words}>{t("suggestion.text", { tool: suggested.label })}</p>
          <span className={styles.ways}>
            <Button size="small" icon="plus" aria-describedby={words} onClick={add}>
              {t("suggestion.add", { tool: suggested.label })}
            </Button>
            <Button variant="quiet" size="small" aria-describedby={words} onClick={decline}>
              {t("suggestion.decline")}
            </Button>
          </span>
        </>
      )}
    </div>
  );
}
