import { useStore } from "zustand";
import { useDraftStore } from "../draft/use-draft.ts";
import { t } from "../translate.ts";
import styles from "./TalkFinished.module.css";
import { askedQuestions } from "./talk.ts";

/** Every question with its answer, or with a note that it is open. */
export function TalkFinished() {
  const state = useStore(useDraftStore().store);
  const asked = askedQuestions(state);
  const open = asked.filter(({ question }) => state.completion.open.includes(question.id)).length;
  return (
    <div className={styles.finished}>
      <h2 className={styles.title}>{t("through.finished.title")}</h2>
      <p>{open === 0 ? t("through.finished.text") : t("through.finished.open", { open })}</p>
      <ol className={styles.list}>
        {asked.map(({ question, isAnswered }) => (
          <li key={question.id} className={styles.item}>
            <span className={styles.name}>{question.title}</span>
            <span className={styles.answer}>{isAnswered ? answerOf(question.id) : t("through.open")}</span>
          </li>
        ))}
      </ol>
    </div>
  );

  function answerOf(questionId: string): string {
    const answers = state.draft.answers.written[questionId] ?? [];
    return answers.map(({ transcript }) => transcript).join(" ") || t("question.done");
  }
}
