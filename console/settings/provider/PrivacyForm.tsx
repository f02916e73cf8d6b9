import { languageNames, languages } from "#contract/languages.ts";
import { PRIVACY_WORDS_MAX_LENGTH } from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { faultOf } from "../../api/call-failure.ts";
import { t } from "../../translate.ts";
import { TextAreaField } from "../../ui/fields/TextAreaField.tsx";
import { SettingForm } from "../SettingForm.tsx";

/** Sets the provider's text on the privacy page, which precedes the product's own text. */
export function PrivacyForm({ shown }: { shown: ShownSettings }) {
  return (
    <SettingForm shown={shown} names={["privacyWords"]} read={wordsIn}>
      {({ privacyWords }, error) =>
        languages.map((language) => (
          <TextAreaField
            key={language}
            label={t("settings.privacy.words", { language: languageNames[language] })}
            hint={t("settings.privacy.wordsHint")}
            name={language}
            lang={language}
            maxHeightPx={480}
            maxLength={PRIVACY_WORDS_MAX_LENGTH}
            defaultValue={privacyWords.value[language] ?? ""}
            error={faultOf(error, `settings.privacyWords.${language}`)}
          />
        ))
      }
    </SettingForm>
  );
}

/** Leaves out languages without text. */
function wordsIn(form: FormData) {
  const written = languages.map((language) => [language, String(form.get(language)).trim()]);
  return { privacyWords: Object.fromEntries(written.filter(([, text]) => text !== "")) };
}
