import { useId } from "react";
import { OTHER_TOOL, type QuestionOf } from "#contract/interview/interview.ts";
import { CUSTOM_TOOLS_MAX_LENGTH } from "#contract/limits.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";
import { t } from "../../translate.ts";
import { GrowingTextarea } from "../../ui/fields/GrowingTextarea.tsx";
import { AnswerBox } from "../free-answer/AnswerBox.tsx";
import { AnswerList } from "../free-answer/AnswerList.tsx";
import styles from "./ToolPicker.module.css";
import { ToolRatings } from "./ToolRatings.tsx";
import { ToolSuggestion } from "./ToolSuggestion.tsx";

type ToolPickerProps = { question: QuestionOf<"tool-picker"> };

/** The tools, the ones that are not listed, their ratings, and remarks in words. */
export function ToolPicker({ question }: ToolPickerProps) {
  const selected = useDraft((state) => state.draft.answers.forms.toolSelection.selectedTools);
  return (
    <>
      <ToolGrid
        tools={[...question.tools, { value: OTHER_TOOL, label: t("tools.other") }]}
        selected={selected}
      />
      {selected.includes(OTHER_TOOL) && <CustomTools />}
      <ToolRatings tools={question.tools.filter((tool) => selected.includes(tool.value))} />
      <div className={styles.remarks}>
        <p>{question.remarksPrompt}</p>
        <AnswerList questionId={question.id} />
        <ToolSuggestion questionId={question.id} />
        <AnswerBox questionId={question.id} label={question.remarksPrompt} sample={question.sample} />
      </div>
    </>
  );
}

type ToolGridProps = { tools: { value: string; label: string }[]; selected: string[] };

function ToolGrid({ tools, selected }: ToolGridProps) {
  const { dispatch } = useDraftStore();
  return (
    <fieldset>
      <legend className="visually-hidden">{t("tools.legend")}</legend>
      <div className={styles.grid}>
        {tools.map((tool) => (
          <label key={tool.value} className={styles.tool}>
            <input
              type="checkbox"
              checked={selected.includes(tool.value)}
              onChange={() => dispatch({ type: "tool-toggled", tool: tool.value })}
            />
            <span>{tool.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function CustomTools() {
  const { dispatch } = useDraftStore();
  const text = useDraft((state) => state.draft.answers.forms.toolSelection.customTools);
  const id = useId();
  return (
    <div className={styles.custom}>
      <label htmlFor={id}>{t("tools.custom")}</label>
      <GrowingTextarea
        id={id}
        rows={2}
        maxHeightPx={200}
        maxLength={CUSTOM_TOOLS_MAX_LENGTH}
        placeholder={t("tools.custom.placeholder")}
        value={text}
        onChange={(event) => dispatch({ type: "custom-tools-changed", text: event.currentTarget.value })}
      />
    </div>
  );
}
