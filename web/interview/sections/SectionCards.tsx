import type { ReactNode } from "react";
import type { Interview } from "#contract/interview/interview.ts";
import { isQuestion } from "#contract/interview/question.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";
import { QuestionCard } from "../../questions/QuestionCard.tsx";
import { StatementCard } from "../../questions/statement/StatementCard.tsx";
import { t } from "../../translate.ts";
import styles from "./SectionCards.module.css";
import { useDrawnCards } from "./use-drawn-cards.ts";
import { useEnteredQuestion } from "./use-entered-question.ts";
import { useMoreQuestions } from "./use-more-questions.ts";
import { useReturnFocus } from "./use-return-focus.ts";

type SectionCardsProps = {
  visible: Interview;
  /** What follows the last question. */
  children?: ReactNode;
};

/** The visible questions of the open section, and an announcement when an answer adds questions. */
export function SectionCards({ visible, children }: SectionCardsProps) {
  const { more, change } = useMoreQuestions(visible);
  const sectionId = useDraft((state) => state.draft.sectionId);
  const list = useReturnFocus(useDraftStore());
  useEnteredQuestion(list);
  const cards = visible.sections.find(({ id }) => id === sectionId)?.questions ?? [];
  const { drawn, isWhole } = useDrawnCards(cards);
  return (
    <>
      <div ref={list} className={styles.questions}>
        {drawn.map((card) =>
          isQuestion(card) ? (
            <QuestionCard key={card.id} question={card} />
          ) : (
            <StatementCard key={card.id} statement={card} />
          ),
        )}
      </div>
      <p role="status" className="visually-hidden">
        {/* a new element each time, so that the same number is announced again */}
        {more > 0 && <span key={change}>{t("sections.more", { count: more })}</span>}
      </p>
      {isWhole && children}
    </>
  );
}
