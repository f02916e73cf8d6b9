import { type RefObject, useMemo, useRef, useState } from "react";
import type { Choice } from "#contract/interview/choice.ts";
import { questionsOfKind } from "#contract/interview/interview.ts";
import { toggleTool } from "#contract/interview/kinds/tool-selection.ts";
import { formAt } from "#contract/record/forms.ts";
import { useDraft, useDraftStore, useInterview } from "../../draft/use-draft.ts";
import { useChangeForm } from "../../draft/use-form.ts";
import { mentionedTools } from "./mentioned-tools.ts";

type Suggestion = {
  row: RefObject<HTMLDivElement | null>;
  suggested: Choice | undefined;
  /** The name of the last tool that was added here. */
  added: string | undefined;
  add: () => void;
  decline: () => void;
};

/** The first tool of any list that a question's answers name and the client has neither chosen nor declined. */
export function useToolSuggestion(questionId: string): Suggestion {
  const { dispatch } = useDraftStore();
  const changeForm = useChangeForm();
  const interview = useInterview();
  const answers = useDraft((state) => state.draft.answers.written[questionId]);
  const [added, setAdded] = useState<string>();
  const row = useRef<HTMLDivElement>(null);
  const named = useMemo(() => {
    const text = answers?.map(({ content }) => content).join("\n") ?? "";
    return questionsOfKind(interview, "tool-picker").flatMap((picker) =>
      mentionedTools(picker.tools, text).map((tool) => ({ picker, tool })),
    );
  }, [interview, answers]);
  const mention = useDraft(({ draft: { answers, declinedTools } }) =>
    named.find(({ picker, tool: { value } }) => {
      const { selectedTools } = formAt(answers.forms, picker);
      return !selectedTools.includes(value) && !declinedTools.includes(value);
    }),
  );
  return {
    row,
    suggested: mention?.tool,
    added,
    add() {
      if (!mention) return;
      const { picker, tool } = mention;
      changeForm(picker, (selection) => toggleTool(selection, tool.value));
      setAdded(tool.label);
      // the pressed button is gone
      row.current?.focus();
    },
    decline() {
      if (!mention) return;
      dispatch({ type: "tool-declined", tool: mention.tool.value });
      row.current?.closest("details")?.querySelector("summary")?.focus({ preventScroll: true });
    },
  };
}
