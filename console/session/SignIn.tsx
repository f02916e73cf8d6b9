import type { SubmitEvent } from "react";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { Button } from "../../web/ui/Button.tsx";
import { TextField } from "../../web/ui/TextField.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Form } from "../ui/Form.tsx";
import { EntryPage } from "./EntryPage.tsx";
import { useEntering } from "./use-me.ts";

type SignInProps = { providerName: string };

export function SignIn({ providerName }: SignInProps) {
  const entering = useEntering<{ email: string; password: string }>(manageEndpoints.signIn);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    entering.mutate({ email: String(form.get("email")), password: String(form.get("password")) });
  };
  return (
    <EntryPage providerName={providerName} title={t("signIn.title")}>
      <Form onSubmit={submit}>
        <TextField
          label={t("signIn.email")}
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
        <TextField
          label={t("signIn.password")}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Failure error={entering.error} />
        <Button variant="primary" type="submit" busy={entering.isPending}>
          {t("signIn.submit")}
        </Button>
      </Form>
    </EntryPage>
  );
}
