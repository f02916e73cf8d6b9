import type { SubmitEvent } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { PasswordField } from "../ui/fields/PasswordField.tsx";

type PasswordStepProps = { error: Error | null; isPending: boolean; onPassword: (password: string) => void };

/** Asks for the password, because an open tab must not suffice to change how the manager signs in. */
export function PasswordStep({ error, isPending, onPassword }: PasswordStepProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    onPassword(String(new FormData(event.currentTarget).get("password")));
  return (
    <Form onSubmit={submit}>
      <PasswordField
        label={t("secondFactor.password")}
        hint={t("secondFactor.passwordHint")}
        name="password"
        autoComplete="current-password"
        autoFocus
        required
      />
      <ErrorMessage error={error} />
      <Button variant="primary" type="submit" busy={isPending}>
        {t("secondFactor.goOn")}
      </Button>
    </Form>
  );
}
