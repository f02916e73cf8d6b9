import { useState } from "react";
import {
  isNoTools,
  noSelection,
  noTools,
  OTHER_TOOL,
  type ToolSelectionEntry,
  toggleTool,
} from "#contract/interview/kinds/tool-selection.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import { CUSTOM_TOOLS_MAX_LENGTH, TOOL_RATING_MAX } from "#contract/limits.ts";
import { ChipField } from "../../../web/ui/fields/ChipField.tsx";
import { Stars } from "../../../web/ui/fields/Stars.tsx";
import { t } from "../../translate.ts";
import { TextAreaField } from "../../ui/fields/TextAreaField.tsx";

type ToolFieldsProps = {
  question: QuestionOf<"tool-picker">;
  entry: ToolSelectionEntry;
  onChange: (entry: ToolSelectionEntry) => void;
};

/** Stands for "no tools"; no tool has an empty ID. */
const NONE = "";

export function ToolFields({ question, entry, onChange }: ToolFieldsProps) {
  // the name of a tool may begin with the letters of "none"
  const [isTyping, setIsTyping] = useState(false);
  const hasNone = isNoTools(entry) && !isTyping;
  const picked = hasNone ? noSelection : entry;
  const { selectedTools, customTools, toolRatings } = picked;
  const tools = [...question.tools, { value: OTHER_TOOL, label: t("answerFor.other") }];
  const toggledNone = hasNone ? noSelection : noTools;
  return (
    <>
      <ChipField
        legend={t("answerFor.tools")}
        type="checkbox"
        options={[...tools, { value: NONE, label: t("field.noTools") }]}
        checked={hasNone ? [NONE] : selectedTools}
        onPick={(tool) => onChange(tool === NONE ? toggledNone : toggleTool(picked, tool))}
      />
      {selectedTools.includes(OTHER_TOOL) && (
        <TextAreaField
          label={t("field.other-tools")}
          rows={2}
          maxHeightPx={200}
          maxLength={CUSTOM_TOOLS_MAX_LENGTH}
          value={customTools}
          onChange={(event) => {
            setIsTyping(true);
            onChange({ ...picked, customTools: event.currentTarget.value });
          }}
          onBlur={() => setIsTyping(false)}
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
