import type { SubmitEvent } from "react";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { PASSWORD_MIN_LENGTH } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { TextField } from "../../web/ui/TextField.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Form } from "../ui/Form.tsx";
import { EntryPage } from "./EntryPage.tsx";
import { useEntering } from "./use-me.ts";

type SetPasswordProps = { providerName: string; token: string; onDone: () => void };

/** Whoever opens a one-time link sets the account's password, and is signed in. */
export function SetPassword({ providerName, token, onDone }: SetPasswordProps) {
  const entering = useEntering<{ token: string; password: string }>(manageEndpoints.useLink);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const password = String(new FormData(event.currentTarget).get("password"));
    entering.mutate({ token, password }, { onSuccess: onDone });
  };
  return (
    <EntryPage providerName={providerName} title={t("setPassword.title")}>
      <Form onSubmit={submit}>
        <TextField
          label={t("setPassword.password")}
          hint={t("setPassword.hint", { min: PASSWORD_MIN_LENGTH })}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD_MIN_LENGTH}
          required
          autoFocus
        />
        <Failure error={entering.error} />
        <Button variant="primary" type="submit" busy={entering.isPending}>
          {t("setPassword.submit")}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t("setPassword.skip")}
        </Button>
      </Form>
    </EntryPage>
  );
}
