import { type SubmitEvent, useState } from "react";
import { scopeNames } from "#contract/api/scopes.ts";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { API_TOKEN_NAME_MAX_LENGTH } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { faultOf } from "../api/call-failure.ts";
import { OwnerProofFields } from "../second-factor/OwnerProofFields.tsx";
import { ownerProofOf } from "../second-factor/owner-proof.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { CopyField } from "../ui/fields/CopyField.tsx";
import { PickField } from "../ui/fields/PickField.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { ScopeFields } from "./ScopeFields.tsx";
import { useAddApiToken } from "./use-account.ts";

const DAYS = ["30", "90", "365"];
const USUAL_DAYS = "90";

export function AddApiToken({ me }: { me: CurrentManager }) {
  const adding = useAddApiToken();
  const [isAsking, setIsAsking] = useState(false);
  const [lacksScope, setLacksScope] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const scopes = scopeNames.filter((scope) => form.getAll("scopes").includes(scope));
    setLacksScope(scopes.length === 0);
    if (scopes.length === 0) return;
    // a password field that is always visible would be filled in by browsers
    if (me.hasPassword && !isAsking) return setIsAsking(true);
    const asked = { scopes, name: String(form.get("name")), days: Number(form.get("days")) };
    adding.mutate({ ...asked, ...ownerProofOf(form) }, { onSuccess: () => setIsAsking(false) });
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
      <ScopeFields
        error={lacksScope ? t("account.token.scopesMissing") : undefined}
        onChange={() => setLacksScope(false)}
      />
      <PickField
        label={t("account.token.expires")}
        name="days"
        defaultValue={USUAL_DAYS}
        options={DAYS.map((value) => ({ value, label: t("account.token.days", { days: value }) }))}
      />
      {isAsking && <OwnerProofFields me={me} error={adding.error} hasFocus />}
      <ErrorMessage error={adding.error} />
      {adding.data && <CopyField label={t("account.token.once")} value={adding.data.token} />}
      <Button type="submit" busy={adding.isPending}>
        {t("account.token.add")}
      </Button>
    </Form>
  );
}
