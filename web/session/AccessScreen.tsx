import type { Language } from "#contract/languages.ts";
import { t } from "../translate.ts";
import { CardPage } from "../ui/CardPage.tsx";
import { LanguageLinks } from "../ui/language/LanguageLinks.tsx";
import styles from "./AccessScreen.module.css";
import { KeyForm } from "./KeyForm.tsx";
import type { Provider } from "./provider.ts";
import { SupportLinks } from "./SupportLinks.tsx";
import type { AccessOutcomes } from "./use-access.ts";

type AccessScreenProps = AccessOutcomes & {
  provider: Provider;
  onChooseLanguage: (language: Language) => void;
};

/** spec §2.1 */
export function AccessScreen({ provider, onChooseLanguage, ...outcomes }: AccessScreenProps) {
  return (
    <CardPage
      brand={provider.name}
      corner={<LanguageLinks addresses={provider.languages} onChoose={onChooseLanguage} />}
    >
      <h1>{t("access.title")}</h1>
      <p className={styles.subtitle}>{t("access.subtitle", { minutes: provider.minutes })}</p>
      <KeyForm {...outcomes} />
      <noscript>
        <p className={styles.notice}>{t("app.needsJavaScript")}</p>
      </noscript>
      <footer className={styles.footer}>
        {t("access.footer")}
        <SupportLinks {...provider.support} />
      </footer>
    </CardPage>
  );
}
