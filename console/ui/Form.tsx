import { type ReactNode, type SubmitEvent, useState } from "react";
import { t } from "../translate.ts";
import styles from "./Form.module.css";
import { type FormProblem, FormProblemContext } from "./fields/use-field-error.ts";

type FormProps = { onSubmit: (event: SubmitEvent<HTMLFormElement>) => void; children: ReactNode };
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A form that the page sends itself; nothing of it is ever in an address. */
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
        // the browser's bubble would have another look and perhaps another language
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
