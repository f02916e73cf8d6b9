import { useMemo } from "react";
import { type Language, languages } from "#contract/languages.ts";
import { missingTexts } from "#contract/manage/interview-draft/draft.ts";
import { SelectField } from "../../../web/ui/fields/SelectField.tsx";
import { t } from "../../translate.ts";
import { useEditor } from "./use-editor.ts";

type LanguageFieldProps = {
  language: Language;
  onLanguage: (language: Language) => void;
  words: (language: Language) => string;
};

/** Which language is written in. One that is not there yet is added. */
export function LanguageField({ language, onLanguage, words }: LanguageFieldProps) {
  const { languages: written, rested, isReadOnly, edit } = useEditor();
  const missing = useMemo(
    () => new Map(rested.languages.slice(1).map((each) => [each, missingTexts(rested, each).length])),
    [rested],
  );
  const offered = isReadOnly ? written : languages;
  if (offered.length < 2) return null;
  const label = (each: Language) => {
    if (!written.includes(each)) return t("editor.addLanguage", { language: words(each) });
    const count = missing.get(each) ?? 0;
    return count === 0 ? words(each) : t("editor.missing", { language: words(each), count });
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
}
