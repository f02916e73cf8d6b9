import { t } from "../translate.ts";
import { BackLink } from "../ui/BackLink.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { TemplateCard } from "./TemplateCard.tsx";
import { useTemplates } from "./use-templates.ts";
import styles from "./WordsPage.module.css";

/** Each kind of mail in the provider's words, for administrators. */
export function WordsPage() {
  const query = useTemplates();
  return (
    <>
      <BackLink to="/mail">{t("templates.back")}</BackLink>
      <PageTitle title={t("templates.title")} />
      <p className={styles.what}>{t("templates.what")}</p>
      <Loaded query={query}>
        {(templates) => templates.map((template) => <TemplateCard key={template.kind} template={template} />)}
      </Loaded>
    </>
  );
}
