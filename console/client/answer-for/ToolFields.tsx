import { OTHER_TOOL, type QuestionOf } from "#contract/interview/interview.ts";
import { CUSTOM_TOOLS_MAX_LENGTH, TOOL_RATING_MAX } from "#contract/limits.ts";
import { emptyForms } from "#contract/record/answer.ts";
import type { ToolSelectionEntry } from "#contract/record/record.ts";
import { toggleTool } from "#contract/record/toggle-tool.ts";
import { isNoTools, noTools } from "#contract/record/ways-out.ts";
import { ChipField } from "../../../web/ui/fields/ChipField.tsx";
import { Stars } from "../../../web/ui/fields/Stars.tsx";
import { t } from "../../translate.ts";
import { TextAreaField } from "../../ui/fields/TextAreaField.tsx";

type ToolFieldsProps = {
  question: QuestionOf<"tool-picker">;
  selection: ToolSelectionEntry;
  onChange: (selection: ToolSelectionEntry) => void;
};

const NOTHING = emptyForms.toolSelection;
/** No tool has it for an id. */
const NONE = "";

export function ToolFields({ question, selection, onChange }: ToolFieldsProps) {
  const hasNone = isNoTools(selection);
  const picked = hasNone ? NOTHING : selection;
  const { selectedTools, customTools, toolRatings } = picked;
  const tools = [...question.tools, { value: OTHER_TOOL, label: t("answerFor.other") }];
  const toggledNone = hasNone ? NOTHING : noTools;
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
