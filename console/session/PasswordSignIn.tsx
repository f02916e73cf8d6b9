import type { SubmitEvent } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { PasswordField } from "../ui/fields/PasswordField.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { useSignIn } from "./use-me.ts";

type PasswordSignInProps = {
  /** Whether passwords are the only way to sign in. If not, the focus stays with the button above. */
  isOnlyWay: boolean;
  onSecondStep: (stepToken: string) => void;
  onForgotten: () => void;
};

export function PasswordSignIn({ isOnlyWay, onSecondStep, onForgotten }: PasswordSignInProps) {
  const entering = useSignIn(onSecondStep);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    entering.mutate({ email: String(form.get("email")), password: String(form.get("password")) });
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        label={t("signIn.email")}
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus={isOnlyWay}
      />
      <PasswordField label={t("signIn.password")} name="password" autoComplete="current-password" required />
      <ErrorMessage error={entering.error} />
      <Button variant={isOnlyWay ? "primary" : "secondary"} type="submit" busy={entering.isPending}>
        {t("signIn.submit")}
      </Button>
      <Button variant="quiet" onClick={onForgotten}>
        {t("signIn.forgotten")}
      </Button>
    </Form>
  );
}
