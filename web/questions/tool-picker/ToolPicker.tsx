import { useId, useState } from "react";
import {
  isNoTools,
  nameCustomTools,
  noSelection,
  noTools,
  OTHER_TOOL,
  rateTool,
  type ToolSelectionEntry,
  toggleTool,
} from "#contract/interview/kinds/tool-selection.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import { CUSTOM_TOOLS_MAX_LENGTH } from "#contract/limits.ts";
import { useForm } from "../../draft/use-form.ts";
import { t } from "../../translate.ts";
import { Chip } from "../../ui/Chip.tsx";
import { ChipField } from "../../ui/fields/ChipField.tsx";
import { GrowingTextarea } from "../../ui/fields/GrowingTextarea.tsx";
import { AnswerBox } from "../free-answer/AnswerBox.tsx";
import { AnswerList } from "../free-answer/AnswerList.tsx";
import styles from "./ToolPicker.module.css";
import { ToolRatings } from "./ToolRatings.tsx";
import { ToolSuggestion } from "./ToolSuggestion.tsx";

type ToolPickerProps = { question: QuestionOf<"tool-picker"> };

/** The listed tools, other tools by name, their ratings, and remarks in the client's words. */
export function ToolPicker({ question }: ToolPickerProps) {
  const { form: selection, change, replace } = useForm(question);
  // a name may begin with the letters of "None", so nothing changes while it is being typed
  const [isTyping, setTyping] = useState(false);
  const hasNone = isNoTools(selection) && !isTyping;
  const selected = hasNone ? [] : selection.selectedTools;
  return (
    <>
      <ChipField
        legend={t("tools.legend")}
        legendHidden
        type="checkbox"
        options={[...question.tools, { value: OTHER_TOOL, label: t("tools.other") }]}
        checked={selected}
        onPick={(tool) => change((newest) => toggleTool(newest, tool))}
      />
      <NoneOfThese isPressed={hasNone} selection={selection} onChange={replace} />
      {selected.includes(OTHER_TOOL) && (
        <CustomTools
          text={selection.customTools}
          onTyping={setTyping}
          onChange={(text) => change((newest) => nameCustomTools(newest, text))}
        />
      )}
      <ToolRatings
        name={question.id}
        tools={question.tools.filter((tool) => selected.includes(tool.value))}
        ratings={selection.toolRatings}
        onRate={(tool, stars) => change((newest) => rateTool(newest, tool, stars))}
      />
      <div className={styles.remarks}>
        <p>{question.remarksPrompt}</p>
        <AnswerList questionId={question.id} />
        <ToolSuggestion questionId={question.id} />
        <AnswerBox questionId={question.id} label={question.remarksPrompt} sample={question.sample} />
      </div>
    </>
  );
}

type NoneOfTheseProps = {
  isPressed: boolean;
  selection: ToolSelectionEntry;
  onChange: (selection: ToolSelectionEntry) => void;
};

/** Pressing the chip puts the tools aside, and pressing it again restores them. */
function NoneOfThese({ isPressed, selection, onChange }: NoneOfTheseProps) {
  const [before, setBefore] = useState(noSelection);
  const press = () => {
    if (!isPressed) setBefore(selection);
    onChange(isPressed ? before : noTools);
  };
  return (
    <Chip isPressed={isPressed} onPress={press}>
      {t("tools.none")}
    </Chip>
  );
}

type CustomToolsProps = {
  text: string;
  onTyping: (isTyping: boolean) => void;
  onChange: (text: string) => void;
};

function CustomTools({ text, onTyping, onChange }: CustomToolsProps) {
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
        onChange={(event) => {
          onTyping(true);
          onChange(event.currentTarget.value);
        }}
        onBlur={() => onTyping(false)}
      />
    </div>
  );
}
