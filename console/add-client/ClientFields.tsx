import { useState } from "react";
import { languageNames, languages } from "#contract/languages.ts";
import { CLIENT_NAME_MAX_LENGTH } from "#contract/limits.ts";
import type { Client } from "#contract/manage/clients.ts";
import {
  CONTACT_MAX_LENGTH,
  EXTERNAL_ID_MAX_LENGTH,
  PHONE_MAX_LENGTH,
  WEBSITE_MAX_LENGTH,
} from "#contract/manage/limits.ts";
import { SelectField } from "../../web/ui/fields/SelectField.tsx";
import { faultOf } from "../api/call-failure.ts";
import { InterviewField } from "../interviews/InterviewField.tsx";
import { t } from "../translate.ts";
import { DateField } from "../ui/fields/DateField.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import styles from "./ClientFields.module.css";
import { TagsField } from "./TagsField.tsx";

type ClientFieldsProps = {
  /** Undefined for a new client, whose less important facts are entered later. */
  client?: Pick<
    Client,
    "name" | "email" | "contact" | "phone" | "website" | "externalId" | "dueOn" | "language" | "tags"
  >;
  /** The error of the last save. */
  error: Error | null;
  onEmail?: (email: string) => void;
};

/** The fields for a client's facts. `clientIn` reads their values. */
export function ClientFields({ client, error, onEmail }: ClientFieldsProps) {
  return (
    <>
      <TextField
        label={t("addClient.name")}
        hint={t("addClient.nameHint")}
        name="name"
        defaultValue={client?.name}
        maxLength={CLIENT_NAME_MAX_LENGTH}
        error={faultOf(error, "name")}
        required
        data-autofocus=""
      />
      <div className={styles.pair}>
        <TextField
          label={t("addClient.contact")}
          name="contact"
          defaultValue={client?.contact ?? ""}
          maxLength={CONTACT_MAX_LENGTH}
          error={faultOf(error, "contact")}
        />
        <TextField
          label={t("addClient.email")}
          name="email"
          type="email"
          defaultValue={client?.email ?? ""}
          error={faultOf(error, "email")}
          onChange={(event) => onEmail?.(event.currentTarget.value)}
        />
        {client && (
          <>
            <TextField
              label={t("contact.phone")}
              name="phone"
              inputMode="tel"
              defaultValue={client.phone ?? ""}
              maxLength={PHONE_MAX_LENGTH}
              error={faultOf(error, "phone")}
            />
            <TextField
              label={t("contact.website")}
              name="website"
              inputMode="url"
              defaultValue={client.website ?? ""}
              maxLength={WEBSITE_MAX_LENGTH}
              error={faultOf(error, "website")}
            />
          </>
        )}
        <DateField
          label={t("addClient.due")}
          name="dueOn"
          defaultValue={client?.dueOn ?? ""}
          error={faultOf(error, "dueOn")}
        />
        <LanguageField language={client?.language ?? null} />
      </div>
      {!client && <InterviewField />}
      <TagsField given={client?.tags.map(({ name }) => name) ?? []} error={faultOf(error, "tags")} />
      {client && (
        <TextField
          label={t("addClient.externalId")}
          hint={t("addClient.externalIdHint")}
          name="externalId"
          defaultValue={client.externalId ?? ""}
          maxLength={EXTERNAL_ID_MAX_LENGTH}
          error={faultOf(error, "externalId")}
        />
      )}
    </>
  );
}

function LanguageField({ language }: { language: Client["language"] }) {
  const [chosen, setChosen] = useState<string>(language ?? "");
  return (
    <SelectField
      label={t("addClient.language")}
      name="language"
      placeholder={t("addClient.language.any")}
      options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
      value={chosen}
      onChange={setChosen}
    />
  );
}
