import type { ReactNode, SubmitEvent } from "react";
import styles from "./Form.module.css";

type FormProps = { onSubmit: (event: SubmitEvent<HTMLFormElement>) => void; children: ReactNode };

/** A form that the page sends itself; nothing of it is ever in an address. */
export function Form({ onSubmit, children }: FormProps) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
    >
      {children}
    </form>
  );
}
