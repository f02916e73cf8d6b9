import { useDraft, useDraftStore, useInterview } from "../draft/use-draft.ts";
import { QuestionCard } from "../questions/QuestionCard.tsx";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Finished } from "./Finished.tsx";
import styles from "./SectionView.module.css";
import { useActions, useView } from "./use-actions.ts";
import { useEnteredQuestion } from "./use-entered-question.ts";
import { useReturnFocus } from "./use-return-focus.ts";

/** The open section: its name, what it is about, and its questions. */
export function SectionView({ providerName }: { providerName: string }) {
  const interview = useInterview();
  const sectionId = useDraft((state) => state.draft.sectionId);
  const questions = useReturnFocus(useDraftStore());
  useEnteredQuestion(questions);
  const section = interview.sections.find(({ id }) => id === sectionId);
  return (
    <>
      <header className={styles.header}>
        <h2 tabIndex={-1} className={styles.name}>
          {section?.name ?? t("sections.notFound.title")}
        </h2>
        <p className={styles.description}>{section?.description ?? t("sections.notFound.text")}</p>
      </header>
      <div ref={questions} className={styles.questions}>
        {section?.questions.map((question) => (
          <QuestionCard key={question.id} question={question} />
        ))}
      </div>
      <Finished providerName={providerName} />
      <Neighbours sectionId={sectionId} />
    </>
  );
}

/** The way on at the end of a section, and the way back. */
function Neighbours({ sectionId }: { sectionId: string }) {
  const { sections } = useInterview();
  const { openSection, openReview } = useActions();
  const place = sections.findIndex(({ id }) => id === sectionId);
  const previous = sections[place - 1];
  const next = sections[place + 1];
  const view = useView();
  const isFromReview = view.open === "section" && view.isFromReview;
  const isComplete = useDraft((state) => state.completion.percent === 100);
  return (
    <div className={styles.neighbours} data-complete={isComplete ? "" : undefined}>
      {previous && (
        <Button variant="quiet" icon="arrow-left" onClick={() => openSection(previous.id)}>
          {t("sections.previous")}
        </Button>
      )}
      {isFromReview && (
        <Button icon="eye" onClick={openReview}>
          {t("review.return")}
        </Button>
      )}
      {next ? (
        <Button data-way-on="" onClick={() => openSection(next.id)}>
          {t("sections.next", { name: next.name })}
          <Icon name="arrow-right" />
        </Button>
      ) : (
        <Button icon="eye" data-way-on="" onClick={openReview}>
          {t("review.title")}
        </Button>
      )}
    </div>
  );
}
