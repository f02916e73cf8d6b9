import { type RefObject, useMemo, useRef, useState } from "react";
import { type Choice, formOf } from "#contract/interview/interview.ts";
import { useDraft, useDraftStore, useInterview } from "../../draft/use-draft.ts";
import { mentionedTools } from "./mentioned-tools.ts";

type Suggestion = {
  row: RefObject<HTMLDivElement | null>;
  suggested: Choice | undefined;
  /** Of the last one that was added here. */
  added: string | undefined;
  add: () => void;
  decline: () => void;
};

/** The first tool that the answers to a question name, and that the client has neither chosen nor declined. */
export function useToolSuggestion(questionId: string): Suggestion {
  const { dispatch } = useDraftStore();
  const interview = useInterview();
  const answers = useDraft((state) => state.draft.answers.written[questionId]);
  const selected = useDraft((state) => state.draft.answers.forms.toolSelection.selectedTools);
  const declined = useDraft((state) => state.draft.declinedTools);
  const [added, setAdded] = useState<string>();
  const row = useRef<HTMLDivElement>(null);
  const named = useMemo(() => {
    const tools = formOf(interview, "tool-picker")?.tools ?? [];
    return mentionedTools(tools, answers?.map(({ content }) => content).join("\n") ?? "");
  }, [interview, answers]);
  const suggested = named.find(({ value }) => !selected.includes(value) && !declined.includes(value));
  return {
    row,
    suggested,
    added,
    add() {
      if (!suggested) return;
      dispatch({ type: "tool-toggled", tool: suggested.value });
      setAdded(suggested.label);
      // the button that was pressed is gone
      row.current?.focus();
    },
    decline() {
      if (!suggested) return;
      dispatch({ type: "tool-declined", tool: suggested.value });
      row.current?.closest("details")?.querySelector("summary")?.focus({ preventScroll: true });
    },
  };
}
