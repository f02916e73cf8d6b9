import { inEachLanguage, type Language } from "#contract/languages.ts";
import { rememberChoice } from "../../web/ui/device-choices.ts";
import { LanguageLinks } from "../../web/ui/language/LanguageLinks.tsx";
import { showLanguage } from "./show-language.ts";

const ADDRESSES = inEachLanguage((language) => `?language=${language}`);

/** The other languages of the console; what is chosen is remembered on this device. */
export function LanguageChoice() {
  const choose = async (language: Language) => {
    await showLanguage(language);
    await rememberChoice("language", language);
  };
  return (
    <LanguageLinks
      addresses={ADDRESSES}
      // where the words cannot be fetched, the ones that are there stay
      onChoose={(language) => void choose(language).catch(() => undefined)}
    />
  );
}
