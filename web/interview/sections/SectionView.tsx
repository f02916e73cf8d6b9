import type { Section } from "#contract/interview/interview.ts";
import { useDraft, useInterview, useIsComplete } from "../../draft/use-draft.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { useVisibleInterview } from "../use-visible-interview.ts";
import { useActions, useView } from "../workspace/use-actions.ts";
import { CompletionNotice } from "./CompletionNotice.tsx";
import { OtherViews } from "./OtherViews.tsx";
import { SectionCards } from "./SectionCards.tsx";
import styles from "./SectionView.module.css";

/** The open section: its name, what it is about, and its questions. */
export function SectionView({ providerName }: { providerName: string }) {
  const { sections } = useInterview();
  const visible = useVisibleInterview();
  const sectionId = useDraft((state) => state.draft.sectionId);
  // searched among all sections: an answer on another device may have hidden every question of this one
  const section = sections.find(({ id }) => id === sectionId);
  return (
    <>
      <header className={styles.header}>
        <h2 tabIndex={-1} className={styles.name}>
          {section?.name ?? t("sections.notFound.title")}
        </h2>
        <p className={styles.description}>{section?.description ?? t("sections.notFound.text")}</p>
        <OtherViews place="above" />
      </header>
      <SectionCards visible={visible}>
        <CompletionNotice providerName={providerName} />
        <SectionNavigation sectionId={sectionId} visible={visible.sections} />
      </SectionCards>
    </>
  );
}

type SectionNavigationProps = { sectionId: string; visible: Section[] };

/** The buttons to the next and the previous section, at the end of a section. */
function SectionNavigation({ sectionId, visible }: SectionNavigationProps) {
  const { sections } = useInterview();
  const { openSection, openReview } = useActions();
  const place = sections.findIndex(({ id }) => id === sectionId);
  const isVisible = ({ id }: Section) => visible.some((section) => section.id === id);
  const previous = sections.slice(0, Math.max(place, 0)).findLast(isVisible);
  const next = sections.slice(place + 1).find(isVisible);
  const view = useView();
  const isFromReview = view.open === "section" && view.isFromReview;
  const isComplete = useIsComplete();
  return (
    <div className={styles.neighbors} data-complete={isComplete ? "" : undefined}>
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
