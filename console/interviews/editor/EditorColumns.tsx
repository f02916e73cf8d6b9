import type { RefObject } from "react";
import { type Language, languageNames } from "#contract/languages.ts";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { useMedia } from "../../ui/use-media.ts";
import styles from "./Editor.module.css";
import type { PlacedFault } from "./faults/faults.ts";
import { CardForm } from "./forms/CardForm.tsx";
import { InterviewTextsForm } from "./forms/InterviewTextsForm.tsx";
import { SectionForm } from "./forms/SectionForm.tsx";
import { LanguageField } from "./LanguageField.tsx";
import type { EditorSelection } from "./outline/editor-history.ts";
import { Outline } from "./outline/Outline.tsx";
import { placeOfCard } from "./outline/outline-moves.ts";
import type { useOutlineActs } from "./outline/use-outline-acts.ts";
import { PreviewPane } from "./preview/PreviewPane.tsx";
import { useEditor } from "./use-editor.ts";

/** Must match the style sheet: wide enough for outline, form and preview side by side. */
const WIDE = "(width >= 89rem)";

type EditorColumnsProps = {
  draft: InterviewDraft;
  acts: ReturnType<typeof useOutlineActs>;
  faults: readonly PlacedFault[];
  form: RefObject<HTMLDivElement | null>;
  onLanguage: (language: Language) => void;
};

/** Outline, form and preview: side by side if there is room, else one or two of them at a time. */
export function EditorColumns({ draft, acts, faults, form, onLanguage }: EditorColumnsProps) {
  const { language, isReadOnly } = useEditor();
  const isWide = useMedia(WIDE);
  const showsPreview = !isWide && acts.view === "preview";
  return (
    <div className={styles.columns} data-view={acts.view}>
      <div className={styles.outline}>
        <Outline chosen={acts.chosen} faults={faults} acts={acts.outline} onChooseWords={acts.chooseWords} />
      </div>
      <div ref={form} className={styles.form}>
        <div className={styles.above}>
          <Button variant="quiet" icon="arrow-left" onClick={() => acts.show("outline")}>
            {t("editor.outline")}
          </Button>
          {!isWide && (
            <SegmentedControl
              label={t("editor.view")}
              options={[
                { value: "form", words: t("editor.form") },
                { value: "preview", words: t("editor.preview") },
              ]}
              value={showsPreview ? "preview" : "form"}
              onChoose={acts.show}
            />
          )}
          <LanguageField language={language} onLanguage={onLanguage} />
          {!isReadOnly && language !== draft.languages[0] && (
            <Button size="small" variant="quiet" onClick={() => acts.removeLanguage(language)}>
              {t("editor.removeLanguage", { language: languageNames[language] })}
            </Button>
          )}
        </div>
        {showsPreview ? (
          <PreviewPane chosen={acts.chosen} />
        ) : (
          <ChosenForm draft={draft} chosen={acts.chosen} />
        )}
      </div>
      {isWide && (
        <div className={styles.preview}>
          <PreviewPane chosen={acts.chosen} />
        </div>
      )}
    </div>
  );
}

function ChosenForm({ draft, chosen }: { draft: InterviewDraft; chosen: EditorSelection }) {
  if (chosen.kind === "words") return <InterviewTextsForm draft={draft} />;
  if (chosen.kind === "section") {
    const section = draft.sections.find(({ id }) => id === chosen.id);
    return section && <SectionForm key={section.id} section={section} />;
  }
  const place = placeOfCard(draft, chosen.id);
  return place && <CardForm key={place.card.id} card={place.card} />;
}
