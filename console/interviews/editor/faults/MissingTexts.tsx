import { useMemo } from "react";
import { type Language, languageNames } from "#contract/languages.ts";
import { type InterviewDraft, missingTexts } from "#contract/manage/interview-draft/draft.ts";
import { t } from "../../../translate.ts";
import { FaultList } from "./FaultList.tsx";
import { type PlacedFault, placedFaults } from "./faults.ts";

type MissingTextsProps = {
  draft: InterviewDraft;
  /** The language being written in. */
  language: Language;
  onChoose: (fault: PlacedFault) => void;
};

/** The texts still to be translated before the language can be published, each with a link to its field. */
export function MissingTexts({ draft, language, onChoose }: MissingTextsProps) {
  const missing = useMemo(
    () =>
      language === draft.languages[0]
        ? []
        : placedFaults(
            draft,
            missingTexts(draft, language).map(({ path }) => ({ path, reason: "text-missing" })),
          ),
    [draft, language],
  );
  const summary = t("editor.missingTexts", { language: languageNames[language], count: missing.length });
  return <FaultList faults={missing} summary={summary} onChoose={onChoose} />;
}
