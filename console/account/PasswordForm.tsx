import type { SubmitEvent } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { NewPasswordField } from "../session/NewPasswordField.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { PasswordField } from "../ui/fields/PasswordField.tsx";
import { useChangePassword } from "./use-account.ts";

export function PasswordForm() {
  const changing = useChangePassword();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const sent = new FormData(form);
    const change = { current: String(sent.get("current")), password: String(sent.get("password")) };
    changing.mutate(change, { onSuccess: () => form.reset() });
  };
  return (
    <Form onSubmit={submit}>
      <PasswordField label={t("account.current")} name="current" autoComplete="current-password" required />
      <NewPasswordField label={t("account.new")} />
      <ErrorMessage error={changing.error} />
      <p role="status">{changing.isSuccess && t("account.changed")}</p>
      <Button type="submit" busy={changing.isPending}>
        {t("account.change")}
      </Button>
    </Form>
  );
}
