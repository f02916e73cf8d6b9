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
  const { draft, isReadOnly, edit } = useEditor();
  const offered = isReadOnly ? draft.languages : languages;
  if (offered.length < 2) return null;
  const label = (each: Language) => {
    if (!draft.languages.includes(each)) return t("editor.addLanguage", { language: words(each) });
    const missing = each === draft.languages[0] ? 0 : missingTexts(draft, each).length;
    return missing === 0 ? words(each) : t("editor.missing", { language: words(each), count: missing });
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
        if (!draft.languages.includes(chosen))
          edit({ type: "languages-changed", languages: [...draft.languages, chosen] });
        onLanguage(chosen);
      }}
    />
  );
}
