import { memo } from "react";
import type { Section } from "#contract/interview/interview.ts";
import { useDraft } from "../../draft/use-draft.ts";
import { useOpenFollowUps } from "../../follow-ups/use-follow-ups.ts";
import { t } from "../../translate.ts";
import { Icon } from "../../ui/Icon.tsx";
import { minutesLeft } from "../time-left.ts";
import { useVisibleInterview } from "../use-visible-interview.ts";
import { useActions, useOpenView } from "../workspace/use-actions.ts";
import { OtherViews } from "./OtherViews.tsx";
import styles from "./SectionList.module.css";
import { useActiveInView } from "./use-active-in-view.ts";
import { useSectionProgress } from "./use-section-progress.ts";

export function SectionList() {
  const interview = useVisibleInterview();
  const active = useDraft((state) => state.draft.sectionId);
  const minutes = useDraft(({ completion }) => minutesLeft(interview, completion.open));
  const isSectionOpen = useOpenView() === "section";
  const list = useActiveInView(active);
  return (
    <div className={styles.pane}>
      <nav aria-labelledby="sections-title">
        <div className={styles.heading}>
          <h2 id="sections-title" className={styles.title}>
            {t("sections.title")}
          </h2>
          {minutes > 0 && <p className={styles.left}>{t("sections.left", { minutes })}</p>}
        </div>
        <ol ref={list} className={styles.list}>
          {interview.sections.map((section, place) => (
            <li key={section.id}>
              <SectionChoice
                section={section}
                step={t("sections.step", { step: place + 1, total: interview.sections.length })}
                isActive={section.id === active && isSectionOpen}
              />
            </li>
          ))}
        </ol>
      </nav>
      <OtherViews place="beside" />
    </div>
  );
}

/** More dots than this cannot be counted at a glance, so numbers replace them. */
const DOTS_MAX = 6;

/** One dot per question, filled if it is answered. Screen readers get the text beside the dots. */
function Dots({ total, completed }: { total: number; completed: number }) {
  return (
    <span className={styles.dots} aria-hidden="true">
      {total > DOTS_MAX
        ? t("sections.step", { step: completed, total })
        : Array.from({ length: total }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity but their place
            <span key={place} data-filled={place < completed ? "" : undefined} />
          ))}
    </span>
  );
}

/** A press on one section renders two of them, not all. */
const SectionChoice = memo(SectionButton);

type SectionButtonProps = { section: Section; step: string; isActive: boolean };

function SectionButton({ section, step, isActive }: SectionButtonProps) {
  const { openSection } = useActions();
  const { completed, total } = useSectionProgress(section.id);
  const isDone = total > 0 && completed === total;
  const asked = useOpenFollowUps().filter(({ question }) =>
    section.questions.some(({ id }) => id === question),
  ).length;
  return (
    <button
      type="button"
      className={styles.section}
      data-section={section.id}
      data-complete={isDone}
      aria-current={isActive ? "step" : undefined}
      onClick={() => openSection(section.id)}
    >
      <span className={styles.step}>{step}</span>
      <Dots total={total} completed={completed} />
      <span className={styles.name}>{section.name}</span>
      <span className={styles.facts}>
        {total > 0 && <span>{t("sections.completed", { completed, total })}</span>}
        <span>{t("sections.minutes", { minutes: section.minutes })}</span>
        {asked > 0 && <span className={styles.asked}>{t("sections.asked", { asked })}</span>}
      </span>
      {isDone && (
        <span className={styles.done}>
          <Icon name="check" />
          <span className="visually-hidden">{t("sections.done")}</span>
        </span>
      )}
    </button>
  );
}
