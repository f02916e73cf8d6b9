import type { SubmitEvent } from "react";
import { useState } from "react";
import { API_TOKEN_NAME_MAX_LENGTH } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { SelectField } from "../../web/ui/fields/SelectField.tsx";
import { TextField } from "../../web/ui/fields/TextField.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { CopyField } from "../ui/CopyField.tsx";
import { Failure } from "../ui/Failure.tsx";
import { Form } from "../ui/Form.tsx";
import { useAddApiToken } from "./use-account.ts";

const LIFETIMES_DAYS = ["30", "90", "365"];

export function AddApiToken() {
  const adding = useAddApiToken();
  const [days, setDays] = useState("90");
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const name = String(new FormData(event.currentTarget).get("name"));
    adding.mutate({ name, days: days === "" ? null : Number(days) });
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        label={t("account.token.name")}
        hint={t("account.token.nameHint")}
        name="name"
        maxLength={API_TOKEN_NAME_MAX_LENGTH}
        error={faultOf(adding.error, "name")}
        required
      />
      <SelectField
        label={t("account.token.expires")}
        placeholder={t("account.token.endless")}
        options={LIFETIMES_DAYS.map((value) => ({ value, label: t("account.token.days", { days: value }) }))}
        value={days}
        onChange={setDays}
      />
      <Failure error={adding.error} />
      {adding.data && <CopyField label={t("account.token.once")} value={adding.data.token} />}
      <Button type="submit" busy={adding.isPending}>
        {t("account.token.add")}
      </Button>
    </Form>
  );
}
