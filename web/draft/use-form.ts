import type { EntryOf } from "#contract/interview/kinds/kinds.ts";
import type { FormKind } from "#contract/interview/question.ts";
import { formAt } from "#contract/record/forms.ts";
import { useDraft, useDraftStore } from "./use-draft.ts";

type FormAddress<Name> = { kind: Name; entry: string };
type Change<Name extends FormKind> = (form: EntryOf<Name>) => EntryOf<Name>;
type FormHandle<Name extends FormKind> = {
  form: EntryOf<Name>;
  /** Changes the form as `useChangeForm` does. */
  change: (next: Change<Name>) => void;
  replace: (form: EntryOf<Name>) => void;
};

/** The client's entries at a question, and functions to change them. */
export function useForm<Name extends FormKind>(question: FormAddress<Name>): FormHandle<Name> {
  const { dispatch } = useDraftStore();
  const changeForm = useChangeForm();
  return {
    form: useDraft(({ draft }) => formAt(draft.answers.forms, question)),
    change: (next) => changeForm(question, next),
    replace: (form) => dispatch({ type: "form-changed", entry: question.entry, form }),
  };
}

/** Changes the current form of a question and removes its "not applicable" mark. */
export function useChangeForm() {
  const { dispatch, store } = useDraftStore();
  return <Name extends FormKind>(question: FormAddress<Name>, next: Change<Name>): void => {
    const { notApplicable: _mark, ...newest } = formAt(store.getState().draft.answers.forms, question);
    dispatch({ type: "form-changed", entry: question.entry, form: next(newest as EntryOf<Name>) });
  };
}
