import { t } from "../translate.ts";
import { CardPage } from "../ui/CardPage.tsx";
import styles from "./AccessScreen.module.css";
import { KeyForm } from "./KeyForm.tsx";
import type { AccessOutcomes } from "./use-access.ts";

type AccessScreenProps = AccessOutcomes & { providerName: string };

/** spec §2.1 */
export function AccessScreen({ providerName, ...outcomes }: AccessScreenProps) {
  return (
    <CardPage brand={providerName}>
      <h1>{t("access.title")}</h1>
      <p className={styles.subtitle}>{t("access.subtitle")}</p>
      <KeyForm {...outcomes} />
      <noscript>
        <p className={styles.notice}>{t("app.needsJavaScript")}</p>
      </noscript>
      <footer className={styles.footer}>{t("access.footer")}</footer>
    </CardPage>
  );
}
