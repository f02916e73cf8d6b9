import { CLIENT_NAME_MAX_LENGTH } from "#contract/limits.ts";
import type { ClientRow } from "#contract/manage/clients.ts";
import { TextField } from "../../web/ui/fields/TextField.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";

type ClientFieldsProps = {
  client?: Pick<ClientRow, "name" | "email">;
  /** Of the last try to store them. */
  error: Error | null;
};

/** What is known of a client besides the answers; read them with `clientIn`. */
export function ClientFields({ client, error }: ClientFieldsProps) {
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
      <TextField
        label={t("addClient.email")}
        hint={t("addClient.emailHint")}
        name="email"
        type="email"
        defaultValue={client?.email ?? ""}
        error={faultOf(error, "email")}
      />
    </>
  );
}
