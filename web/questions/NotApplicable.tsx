import { useState } from "react";
import type { QuestionKind } from "#contract/interview/interview.ts";
import { emptyForms, type FormAnswers } from "#contract/record/answer.ts";
import { useDraft, useDraftStore } from "../draft/use-draft.ts";
import { t } from "../translate.ts";
import { Chip } from "../ui/Chip.tsx";

type NotApplicableProps = { kind: Exclude<QuestionKind, "free-answer"> };

const FORMS = {
  "business-profile": "businessProfile",
  "tool-picker": "toolSelection",
  website: "websiteData",
} satisfies { [Kind in NotApplicableProps["kind"]]: keyof FormAnswers };

/** The way out of a form. Pressing it puts the answers aside, and pressing it again brings them back. */
export function NotApplicable({ kind }: NotApplicableProps) {
  const { dispatch } = useDraftStore();
  const name = FORMS[kind];
  const form = useDraft((state) => state.draft.answers.forms[name]);
  const [before, setBefore] = useState<FormAnswers[typeof name]>(emptyForms[name]);
  const isPressed = form.notApplicable ?? false;
  const press = () => {
    if (!isPressed) setBefore(form);
    const next = isPressed ? before : { ...emptyForms[name], notApplicable: true };
    dispatch({ type: "form-replaced", form: { [name]: next } });
  };
  return (
    <Chip isPressed={isPressed} onPress={press}>
      {t("reason.not-applicable")}
    </Chip>
  );
}
