import type { ReactNode } from "react";
import { NOTE_MAX_LENGTH } from "#contract/manage/notes.ts";
import { isBlank } from "#contract/text.ts";
import { Button } from "../../web/ui/Button.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { TextAreaField } from "../ui/fields/TextAreaField.tsx";
import styles from "./NoteForm.module.css";

type NoteFormProps = {
  label: string;
  /** Shown in the empty text box, and replaces the visible label. */
  placeholder?: string;
  submitLabel: string;
  text: string;
  isSending: boolean;
  error: Error | null;
  autoFocus?: boolean;
  onType: (text: string) => void;
  onSubmit: () => void;
  /** Additional buttons. */
  children?: ReactNode;
};

/** A text box with a submit button. Blank text is not sent. */
export function NoteForm(props: NoteFormProps) {
  const { label, placeholder, submitLabel, text, isSending, error, autoFocus, onType, onSubmit, children } =
    props;
  return (
    <Form onSubmit={() => !isBlank(text) && !isSending && onSubmit()}>
      <TextAreaField
        label={label}
        labelHidden={placeholder !== undefined}
        placeholder={placeholder}
        rows={placeholder === undefined ? 2 : 1}
        maxHeightPx={400}
        maxLength={NOTE_MAX_LENGTH}
        autoFocus={autoFocus}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <ErrorMessage error={error} />
      {(children !== undefined || text !== "") && (
        <div className={styles.actions}>
          <Button size="small" type="submit" variant="primary" busy={isSending}>
            {submitLabel}
          </Button>
          {children}
        </div>
      )}
    </Form>
  );
}
