import type { ReactNode } from "react";
import { languageNames } from "#contract/languages.ts";
import type { Client } from "#contract/manage/clients.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { spoken } from "../../../web/ui/language/spoken-language.ts";
import { t } from "../../translate.ts";
import { Initials } from "../../ui/Initials.tsx";
import styles from "./ContactCard.module.css";

type ContactCardProps = { client: Client; onChange: () => void };

/** Who answers for the business, how they are reached, and whose client it is. */
export function ContactCard({ client, onChange }: ContactCardProps) {
  const { contact, email, managerId, managerName, tags, externalId, language } = client;
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2>{t("contact.title")}</h2>
        <Button
          variant="quiet"
          size="small"
          iconOnly
          icon="pencil"
          label={t("client.change")}
          onClick={onChange}
        />
      </div>
      <dl className={styles.facts}>
        {contact !== null && <Fact name={t("contact.person")}>{contact}</Fact>}
        {email !== null && (
          <Fact name={t("clients.column.email")}>
            <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
          </Fact>
        )}
        {language !== null && language !== spoken() && (
          <Fact name={t("client.language")}>
            <span lang={language}>{languageNames[language]}</span>
          </Fact>
        )}
        <Fact name={t("contact.manager")}>
          {managerId !== null && managerName !== null ? (
            <span className={styles.manager}>
              <Initials id={managerId} name={managerName} /> <bdi>{managerName}</bdi>
            </span>
          ) : (
            t("clients.nobody")
          )}
        </Fact>
        {tags.length > 0 && (
          <Fact name={t("contact.tags")}>
            <span className={styles.tags}>
              {tags.map(({ tagId, name }) => (
                <span key={tagId} className={styles.tag}>
                  {name}
                </span>
              ))}
            </span>
          </Fact>
        )}
        {externalId !== null && <Fact name={t("clients.column.externalId")}>{externalId}</Fact>}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
