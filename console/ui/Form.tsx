import { type ReactNode, type SubmitEvent, useState } from "react";
import { t } from "../translate.ts";
import styles from "./Form.module.css";
import { type FormProblem, FormProblemContext } from "./fields/use-field-error.ts";

type FormProps = { onSubmit: (event: SubmitEvent<HTMLFormElement>) => void; children: ReactNode };
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A form that is submitted by JavaScript, so that no value gets into a URL. */
export function Form({ onSubmit, children }: FormProps) {
  const [problem, setProblem] = useState<FormProblem>();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
      onInvalidCapture={(event) => {
        // the browser's own bubble would look different and might be in another language
        event.preventDefault();
        const first = event.currentTarget.querySelector<Control>(":is(input, select, textarea):invalid");
        if (event.target !== first || !first) return;
        first.focus();
        setProblem({ id: first.id, message: problemOf(first) });
      }}
      onInput={() => setProblem(undefined)}
    >
      <FormProblemContext value={problem}>{children}</FormProblemContext>
    </form>
  );
}

function problemOf({ validity, validationMessage, tagName }: Control): string {
  if (!validity.valueMissing) return validationMessage;
  return t(tagName === "SELECT" ? "form.choose" : "form.missing");
}
