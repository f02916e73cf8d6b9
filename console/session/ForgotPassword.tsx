import type { SubmitEvent } from "react";
import { FORGOTTEN_LINK_HOURS } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { EntryPage } from "./EntryPage.tsx";
import { useForgotPassword } from "./use-me.ts";

type ForgotPasswordProps = { providerName: string; onBack: () => void };

/** Requests a password link by email. It never reveals whether an account with the address exists. */
export function ForgotPassword({ providerName, onBack }: ForgotPasswordProps) {
  const asking = useForgotPassword();
  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    asking.mutate(String(new FormData(event.currentTarget).get("email")));
  const back = (
    <Button variant="quiet" onClick={onBack}>
      {t("forgot.back")}
    </Button>
  );
  if (asking.data) {
    const { sendsMail } = asking.data;
    const said = sendsMail ? "forgot.sent" : "forgot.noMail";
    return (
      <EntryPage providerName={providerName} title={t(sendsMail ? "forgot.sentTitle" : "forgot.title")}>
        <p role="status">{t(said, { email: asking.variables, hours: FORGOTTEN_LINK_HOURS })}</p>
        {back}
      </EntryPage>
    );
  }
  return (
    <EntryPage providerName={providerName} title={t("forgot.title")}>
      <Form onSubmit={submit}>
        <TextField
          label={t("signIn.email")}
          hint={t("forgot.hint")}
          name="email"
          type="email"
          autoComplete="username"
          error={faultOf(asking.error, "email")}
          required
          autoFocus
        />
        <ErrorMessage error={asking.error} />
        <Button variant="primary" type="submit" busy={asking.isPending}>
          {t("forgot.submit")}
        </Button>
        {back}
      </Form>
    </EntryPage>
  );
}
