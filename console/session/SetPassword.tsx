import type { SubmitEvent } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { EntryPage } from "./EntryPage.tsx";
import { NewPasswordField } from "./NewPasswordField.tsx";
import { useSetPassword } from "./use-me.ts";

type SetPasswordProps = {
  providerName: string;
  token: string;
  onSecondStep: (stepToken: string) => void;
  onDone: () => void;
};

/** Sets the password of the account of a one-time link, and signs the user in. */
export function SetPassword({ providerName, token, onSecondStep, onDone }: SetPasswordProps) {
  const entering = useSetPassword(onSecondStep);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const password = String(new FormData(event.currentTarget).get("password"));
    entering.mutate({ token, password }, { onSuccess: onDone });
  };
  return (
    <EntryPage providerName={providerName} title={t("setPassword.title")}>
      <Form onSubmit={submit}>
        <NewPasswordField label={t("setPassword.password")} hasFocus />
        <ErrorMessage error={entering.error} />
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
