import type { Placeholder } from "#contract/manage/mail/mail-templates.ts";
import { t } from "../translate.ts";
import styles from "./Placeholders.module.css";

type PlaceholdersProps = { names: string[] };

/** The placeholders that a template may contain, and what replaces them. */
export function Placeholders({ names }: PlaceholdersProps) {
  return (
    <section className={styles.placeholders}>
      <h3 className={styles.title}>{t("templates.placeholders")}</h3>
      <dl className={styles.list}>
        <div>
          <dt>
            <code>{`{{button:${t("placeholder.button.sample")}}}`}</code>
          </dt>
          <dd>{t("placeholder.button")}</dd>
        </div>
        {names.map((name) => (
          <div key={name}>
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd>{t(`placeholder.${name as Placeholder}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
