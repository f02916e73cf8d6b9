import { useState } from "react";
import { type Language, languageNames } from "#contract/languages.ts";
import type { MailTemplate, ShownTemplate } from "#contract/manage/mail/mail.ts";
import { t } from "../translate.ts";
import { BackLink } from "../ui/links/BackLink.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { TemplateCard } from "./TemplateCard.tsx";
import styles from "./TemplatesPage.module.css";
import { useTemplates } from "./use-templates.ts";

/** The templates of all kinds of emails, for administrators. */
export function TemplatesPage() {
  const query = useTemplates();
  return (
    <>
      <BackLink to="/mail">{t("templates.back")}</BackLink>
      <PageTitle title={t("templates.title")} />
      <p className={styles.what}>{t("templates.what")}</p>
      <QueryView query={query}>{(templates) => <Templates templates={templates} />}</QueryView>
    </>
  );
}

type Drafts = { [name: string]: MailTemplate | undefined };

/** Keeps unsaved changes while the user switches between languages. */
function Templates({ templates }: { templates: ShownTemplate[] }) {
  const offered = [...new Set(templates.map(({ language }) => language))];
  const [chosen, setChosen] = useState<Language>();
  const [drafts, setDrafts] = useState<Drafts>({});
  const shown = chosen ?? offered[0];
  return (
    <>
      {offered.length > 1 && shown && (
        <div className={styles.languages}>
          <SegmentedControl
            label={t("templates.language")}
            options={offered.map((value) => ({ value, words: languageNames[value], lang: value }))}
            value={shown}
            onChoose={setChosen}
          />
          <p className={styles.what}>{t("templates.language.hint")}</p>
        </div>
      )}
      {templates
        .filter(({ language }) => language === shown)
        .map((template) => {
          const name = `${template.language} ${template.kind}`;
          return (
            <TemplateCard
              key={name}
              template={template}
              draft={drafts[name]}
              onDraft={(draft) => setDrafts((others) => ({ ...others, [name]: draft }))}
            />
          );
        })}
    </>
  );
}
