import { Link } from "wouter";
import { Icon } from "../../web/ui/Icon.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { TemplateCard } from "./TemplateCard.tsx";
import { useTemplates } from "./use-templates.ts";
import styles from "./WordsPage.module.css";

/** Each kind of mail in the provider's words, for administrators. */
export function WordsPage() {
  const { data: templates, error } = useTemplates();
  return (
    <>
      <Link to="/mail" className={styles.back}>
        <Icon name="arrow-left" /> {t("templates.back")}
      </Link>
      <PageTitle title={t("templates.title")} />
      <p className={styles.what}>{t("templates.what")}</p>
      <Failure error={error} />
      {templates?.map((template) => (
        <TemplateCard key={template.kind} template={template} />
      ))}
    </>
  );
}
