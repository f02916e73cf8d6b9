import { useId, useState } from "react";
import { OTHER_TOOL, type QuestionOf } from "#contract/interview/interview.ts";
import { CUSTOM_TOOLS_MAX_LENGTH } from "#contract/limits.ts";
import { emptyForms } from "#contract/record/answer.ts";
import { isNoTools, noTools } from "#contract/record/ways-out.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";
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

/** The tools, the ones that are not listed, their ratings, and remarks in words. */
export function ToolPicker({ question }: ToolPickerProps) {
  const { dispatch } = useDraftStore();
  const selection = useDraft((state) => state.draft.answers.forms.toolSelection);
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
        onPick={(tool) => dispatch({ type: "tool-toggled", tool })}
      />
      <NoneOfThese isPressed={hasNone} />
      {selected.includes(OTHER_TOOL) && <CustomTools onTyping={setTyping} />}
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

/** Pressing it puts the tools aside, and pressing it again brings them back. */
function NoneOfThese({ isPressed }: { isPressed: boolean }) {
  const { dispatch, store } = useDraftStore();
  const [before, setBefore] = useState(emptyForms.toolSelection);
  const press = () => {
    if (!isPressed) setBefore(store.getState().draft.answers.forms.toolSelection);
    dispatch({ type: "form-replaced", form: { toolSelection: isPressed ? before : noTools } });
  };
  return (
    <Chip isPressed={isPressed} onPress={press}>
      {t("tools.none")}
    </Chip>
  );
}

function CustomTools({ onTyping }: { onTyping: (isTyping: boolean) => void }) {
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
        onChange={(event) => {
          onTyping(true);
          dispatch({ type: "custom-tools-changed", text: event.currentTarget.value });
        }}
        onBlur={() => onTyping(false)}
      />
    </div>
  );
}
