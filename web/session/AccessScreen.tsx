import type { ReactNode } from "react";
import type { Language } from "#contract/languages.ts";
import { t } from "../translate.ts";
import { CardPage } from "../ui/CardPage.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/icon-paths.ts";
import { LanguageLinks } from "../ui/language/LanguageLinks.tsx";
import styles from "./AccessScreen.module.css";
import { KeyForm } from "./KeyForm.tsx";
import type { Provider } from "./provider.ts";
import { SupportLinks } from "./SupportLinks.tsx";
import type { AccessOutcomes } from "./use-access.ts";
import { useIsHelperLink } from "./use-is-helper-link.ts";

type AccessScreenProps = AccessOutcomes & {
  provider: Provider;
  onChooseLanguage: (language: Language) => void;
};

/** The access screen of spec §2.1. */
export function AccessScreen({ provider, onChooseLanguage, ...outcomes }: AccessScreenProps) {
  const words = useIsHelperLink() ? forHelper(provider) : forClient(provider);
  return (
    <CardPage
      brand={provider.name}
      corner={<LanguageLinks addresses={provider.languages} onChoose={onChooseLanguage} />}
    >
      <div className={styles.welcome}>
        <h1 className={styles.title}>{words.title}</h1>
        <p className={styles.subtitle}>{words.subtitle}</p>
      </div>
      <KeyForm {...outcomes} />
      <noscript>
        <p className={styles.notice}>{t("app.needsJavaScript")}</p>
      </noscript>
      <ul className={styles.facts}>
        <Fact icon="mic" title={t("access.talk.title")}>
          {t("access.talk.text")}
        </Fact>
        <Fact icon="check" title={t("access.safe.title")}>
          {t("access.safe.text")}
        </Fact>
        <Fact icon="lock" title={words.readers}>
          <a href="/privacy" target="_blank" rel="noreferrer">
            {t("access.private.link")}
          </a>
        </Fact>
      </ul>
      <footer className={styles.footer}>
        {words.footer}
        <SupportLinks {...provider.support} />
      </footer>
    </CardPage>
  );
}

function forClient({ name, minutes }: Provider) {
  return {
    title: t("access.title"),
    subtitle: t("access.subtitle", { minutes }),
    readers: t("access.private.title", { provider: name }),
    footer: t("access.footer"),
  };
}

function forHelper({ name }: Provider) {
  return {
    title: t("access.helper.title"),
    subtitle: t("access.helper.subtitle", { provider: name }),
    readers: t("access.helper.private", { provider: name }),
    footer: t("access.helper.footer"),
  };
}

function Fact({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <span>
        <b>{title}</b> {children}
      </span>
    </li>
  );
}
