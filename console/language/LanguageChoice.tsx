import { inEachLanguage, type Language } from "#contract/languages.ts";
import { rememberChoice } from "../../web/ui/device-choices.ts";
import { LanguageLinks } from "../../web/ui/language/LanguageLinks.tsx";
import { showLanguage } from "./show-language.ts";

const ADDRESSES = inEachLanguage((language) => `?language=${language}`);

/** Links to the console's other languages. The choice is stored on this device. */
export function LanguageChoice() {
  const choose = async (language: Language) => {
    await showLanguage(language);
    await rememberChoice("language", language);
  };
  return (
    <LanguageLinks
      addresses={ADDRESSES}
      // if the texts cannot be fetched, the current language stays
      onChoose={(language) => void choose(language).catch(() => undefined)}
    />
  );
}
