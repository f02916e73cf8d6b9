import { type Language, languageNames, languages } from "#contract/languages.ts";
import styles from "./LanguageLinks.module.css";
import { useLanguage } from "./use-language.ts";

type LanguageLinksProps = {
  /**
   * The page's address in each language; empty if the language is not offered. Empty ones are hidden and not left out,
   * because the build makes this HTML before the server knows.
   */
  addresses: { [Of in Language]: string };
  onChoose: (language: Language) => void;
};

/** The other languages, each named in that language. These are links, so that they work before the script has run. */
export function LanguageLinks({ addresses, onChoose }: LanguageLinksProps) {
  const spoken = useLanguage();
  return (
    <span className={styles.languages}>
      {languages
        .filter((language) => language !== spoken)
        .map((language, place) => (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the focus stays where the choice was made
            key={place}
            href={addresses[language]}
            lang={language}
            hrefLang={language}
            onClick={(event) => {
              event.preventDefault();
              onChoose(language);
            }}
          >
            {languageNames[language]}
          </a>
        ))}
    </span>
  );
}
