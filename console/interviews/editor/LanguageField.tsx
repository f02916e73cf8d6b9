import { memo, useMemo } from "react";
import { type Language, languageNames, languages } from "#contract/languages.ts";
import { missingTexts } from "#contract/manage/interview-draft/draft.ts";
import { SelectField } from "../../../web/ui/fields/SelectField.tsx";
import { t } from "../../translate.ts";
import { useEditor } from "./use-editor.ts";

type LanguageFieldProps = { language: Language; onLanguage: (language: Language) => void };

/** Chooses the language to write in. Choosing a new language adds it to the draft. */
export const LanguageField = memo(function LanguageField({ language, onLanguage }: LanguageFieldProps) {
  const { languages: written, rested, isReadOnly, edit } = useEditor();
  const missing = useMemo(
    () => new Map(rested.languages.slice(1).map((each) => [each, missingTexts(rested, each).length])),
    [rested],
  );
  const offered = isReadOnly ? written : languages;
  if (offered.length < 2) return null;
  const label = (each: Language) => {
    if (!written.includes(each)) return t("editor.addLanguage", { language: languageNames[each] });
    const count = missing.get(each) ?? 0;
    return count === 0 ? languageNames[each] : t("editor.missing", { language: languageNames[each], count });
  };
  return (
    <SelectField
      label={t("editor.language")}
      labelHidden
      options={offered.map((each) => ({ value: each, label: label(each) }))}
      value={language}
      onChange={(value) => {
        const chosen = languages.find((each) => each === value);
        if (!chosen) return;
        if (!written.includes(chosen)) edit({ type: "language-added", language: chosen });
        onLanguage(chosen);
      }}
    />
  );
});
