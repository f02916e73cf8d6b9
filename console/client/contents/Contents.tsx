import { numberWords } from "../../../web/ui/language/spoken-language.ts";
import { t } from "../../translate.ts";
import { CheckField } from "../../ui/fields/CheckField.tsx";
import { KeyboardKey } from "../../ui/KeyboardKey.tsx";
import { goToSection } from "../reading/go-to-question.ts";
import { isUnread, questionsIn, type SectionReading } from "../reading/reading.ts";
import { changeReadingView, useReadingView } from "../reading/use-reading-view.ts";
import styles from "./Contents.module.css";
import { SectionMark } from "./SectionMark.tsx";
import { useCurrentInView } from "./use-current-in-view.ts";

type ContentsProps = {
  reading: SectionReading[];
  /** The question being read. */
  current: string | undefined;
  onNextUnread: () => void;
};

/** The table of contents: the sections, the work left in each, and the view options. */
export function Contents({ reading, current, onNextUnread }: ContentsProps) {
  const view = useReadingView();
  const unread = questionsIn(reading).filter(isUnread).length;
  const { isOnlyUnread, isShort } = view;
  const currentSection = reading.find(({ questions }) =>
    questions.some(({ questionId }) => questionId === current),
  )?.id;
  const row = useCurrentInView(currentSection);
  return (
    <div ref={row} className={styles.contents}>
      {unread > 0 && (
        <button type="button" className={styles.news} onClick={onNextUnread}>
          {t("client.news", { count: numberWords(unread) })}
          <KeyboardKey isHint>N</KeyboardKey>
        </button>
      )}
      <nav className={styles.sections} aria-label={t("client.sections")}>
        {reading
          .filter(({ questions }) => !isOnlyUnread || questions.some(isUnread))
          .map((section) => (
            <button
              key={section.id}
              type="button"
              className={styles.section}
              title={section.name}
              aria-current={section.id === currentSection}
              onClick={() => goToSection(section.id)}
            >
              <span className={styles.name}>{section.name}</span>
              <SectionMark section={section} />
            </button>
          ))}
      </nav>
      <div className={styles.view}>
        <CheckField
          label={t("client.onlyUnread")}
          checked={isOnlyUnread}
          onChange={(checked) => changeReadingView({ isOnlyUnread: checked })}
        />
        <CheckField
          label={t("client.short")}
          checked={isShort}
          onChange={(checked) => changeReadingView({ isShort: checked })}
        />
      </div>
    </div>
  );
}
