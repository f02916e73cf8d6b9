import { useMutation } from "@tanstack/react-query";
import type { Language } from "#contract/languages.ts";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { textIn } from "#contract/manage/interview-draft/draft.ts";
import { TABLE_MAX_CHARACTERS } from "#contract/manage/interviews.ts";
import { Button } from "../../web/ui/Button.tsx";
import { readTable } from "../import/table-file.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { TextAreaField } from "../ui/fields/TextAreaField.tsx";
import styles from "./TableSource.module.css";
import { useReadTable } from "./use-interview-acts.ts";

const MAX_HEIGHT_PX = 200;

type TableSourceProps = {
  language: Language;
  text: string;
  read: InterviewDraft | undefined;
  onText: (text: string) => void;
  onRead: (interview: InterviewDraft | undefined) => void;
};

/** A pasted table or a chosen file, and the questions read from it, each with its guessed kind. */
export function TableSource({ language, text, read, onText, onRead }: TableSourceProps) {
  const reading = useReadTable();
  const opening = useMutation({ mutationFn: readTable });
  const change = (changed: string) => {
    onText(changed);
    onRead(undefined);
    reading.reset();
    opening.reset();
  };
  const show = () =>
    reading.mutate({ text, language }, { onSuccess: ({ interview }) => onRead(interview ?? undefined) });
  const problem = reading.data?.problem;
  return (
    <div className={styles.source}>
      <TextAreaField
        label={t("interviews.table.paste")}
        hint={t("interviews.table.hint")}
        rows={4}
        maxHeightPx={MAX_HEIGHT_PX}
        value={text}
        maxLength={TABLE_MAX_CHARACTERS}
        spellCheck={false}
        error={problem ? t(`interviews.table.${problem}`) : undefined}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <label className={styles.file}>
        {t("interviews.table.file")}
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) opening.mutate(file, { onSuccess: (table) => change(table.text) });
            // lets the user choose the same file again
            currentTarget.value = "";
          }}
        />
      </label>
      <ErrorMessage error={opening.error ?? reading.error} />
      {read ? (
        <ul className={styles.questions} aria-label={t("interviews.table.questions")}>
          {read.sections.map(({ id, name, questions }) => (
            <li key={id}>
              <strong>{textIn(name, language)}</strong>
              <ul>
                {questions.map((card) => (
                  <li key={card.id}>
                    <bdi>{textIn(card.title, language)}</bdi>: {t(`editor.kind.${card.kind}`)}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      ) : (
        <Button disabled={text.trim() === ""} busy={reading.isPending} onClick={show}>
          {t("interviews.table.show")}
        </Button>
      )}
    </div>
  );
}
