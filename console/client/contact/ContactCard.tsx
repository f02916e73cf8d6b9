import type { ReactNode } from "react";
import { languageNames } from "#contract/languages.ts";
import type { Client } from "#contract/manage/clients.ts";
import type { CustomField, FieldValue } from "#contract/manage/fields.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { currentLanguage, numberWords } from "../../../web/ui/language/spoken-language.ts";
import { managerWords, wholeDay } from "../../clients/client-words.ts";
import { useFields } from "../../fields/use-fields.ts";
import { t } from "../../translate.ts";
import { Initials } from "../../ui/Initials.tsx";
import { useNow } from "../../ui/time/use-now.ts";
import styles from "./ContactCard.module.css";
import { phoneLink, websiteLink } from "./contact-links.ts";

type ContactCardProps = { client: Client; onChange: () => void };

/** The contact person, how to reach them, and the client's account manager. */
export function ContactCard({ client, onChange }: ContactCardProps) {
  const { contact, email, phone, website, managerId, managerName, tags, externalId, language } = client;
  const now = useNow();
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
        {phone !== null && (
          <Fact name={t("contact.phone")}>
            <a href={phoneLink(phone)}>{phone}</a>
          </Fact>
        )}
        {website !== null && (
          <Fact name={t("contact.website")}>
            <a href={websiteLink(website)} target="_blank" rel="noreferrer">
              {website}
              <span className="visually-hidden"> {t("contact.newTab")}</span>
            </a>
          </Fact>
        )}
        {language !== null && language !== currentLanguage() && (
          <Fact name={t("client.language")}>
            <span lang={language}>{languageNames[language]}</span>
          </Fact>
        )}
        <Fact name={t("contact.manager")}>
          {managerId !== null && managerName !== null ? (
            <span className={styles.manager}>
              <Initials id={managerId} name={managerName} /> <bdi>{managerWords(client, now)}</bdi>
            </span>
          ) : (
            (managerWords(client, now) ?? t("clients.nobody"))
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
        <OwnFields values={client.fields} />
      </dl>
    </section>
  );
}

/** The client's values of the provider's custom fields. */
function OwnFields({ values }: { values: Client["fields"] }) {
  const { data: fields = [] } = useFields();
  return fields.map((field) => {
    const value = values[field.fieldId];
    if (value === undefined) return null;
    return (
      <Fact key={field.fieldId} name={<bdi>{field.name}</bdi>}>
        <span className={styles.own} dir="auto">
          {fieldWords(field, value)}
        </span>
      </Fact>
    );
  });
}

function fieldWords({ kind }: CustomField, value: FieldValue): string {
  if (kind === "date") return wholeDay(String(value));
  return typeof value === "number" ? numberWords(value) : value;
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
