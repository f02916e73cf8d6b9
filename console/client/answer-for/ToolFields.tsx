import { OTHER_TOOL, type QuestionOf } from "#contract/interview/interview.ts";
import { CUSTOM_TOOLS_MAX_LENGTH, TOOL_RATING_MAX } from "#contract/limits.ts";
import { emptyForms } from "#contract/record/answer.ts";
import type { ToolSelectionEntry } from "#contract/record/record.ts";
import { toggleTool } from "#contract/record/toggle-tool.ts";
import { isNoTools, noTools } from "#contract/record/ways-out.ts";
import { Stars } from "../../../web/ui/fields/Stars.tsx";
import { t } from "../../translate.ts";
import { CheckField } from "../../ui/CheckField.tsx";
import { TextAreaField } from "../../ui/TextAreaField.tsx";
import styles from "./AnswerForDialog.module.css";

type ToolFieldsProps = {
  question: QuestionOf<"tool-picker">;
  selection: ToolSelectionEntry;
  onChange: (selection: ToolSelectionEntry) => void;
};

const NOTHING = emptyForms.toolSelection;

export function ToolFields({ question, selection, onChange }: ToolFieldsProps) {
  const hasNone = isNoTools(selection);
  const picked = hasNone ? NOTHING : selection;
  const { selectedTools, customTools, toolRatings } = picked;
  const tools = [...question.tools, { value: OTHER_TOOL, label: t("answerFor.other") }];
  return (
    <>
      <fieldset>
        <legend className={styles.legend}>{t("answerFor.tools")}</legend>
        <div className={styles.tools}>
          {tools.map(({ value, label }) => (
            <CheckField
              key={value}
              label={label}
              checked={selectedTools.includes(value)}
              onChange={() => onChange(toggleTool(picked, value))}
            />
          ))}
          <CheckField
            label={t("field.noTools")}
            checked={hasNone}
            onChange={(isNone) => onChange(isNone ? noTools : NOTHING)}
          />
        </div>
      </fieldset>
      {selectedTools.includes(OTHER_TOOL) && (
        <TextAreaField
          label={t("field.other-tools")}
          rows={2}
          maxHeightPx={200}
          maxLength={CUSTOM_TOOLS_MAX_LENGTH}
          value={customTools}
          onChange={(event) => onChange({ ...picked, customTools: event.currentTarget.value })}
        />
      )}
      {question.tools
        .filter(({ value }) => selectedTools.includes(value))
        .map(({ value, label }) => (
          <Stars
            key={value}
            legend={label}
            name={`rating-${value}`}
            value={toolRatings[value]}
            max={TOOL_RATING_MAX}
            labelOf={(stars) => t("field.stars", { stars, of: TOOL_RATING_MAX })}
            onChange={(stars) => onChange({ ...picked, toolRatings: { ...toolRatings, [value]: stars } })}
          />
        ))}
    </>
  );
}
