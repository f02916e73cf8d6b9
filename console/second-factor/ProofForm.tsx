import { type SubmitEvent, useState } from "react";
import type { SecondFactorProof } from "#contract/manage/second-factor.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { PasswordField } from "../ui/fields/PasswordField.tsx";
import { CodeField } from "./CodeField.tsx";

type ProofFormProps = {
  what: string;
  action: string;
  isDanger?: boolean;
  error: Error | null;
  isPending: boolean;
  onProof: (proof: SecondFactorProof) => void;
};

/** Asks for password and code before a change to how the manager signs in. */
export function ProofForm(props: ProofFormProps) {
  const { what, action, isDanger = false, error, isPending, onProof } = props;
  const [kind, setKind] = useState<"app" | "recovery">("app");
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    onProof({ password: String(form.get("password")), code: String(form.get("code")) });
  };
  return (
    <Form onSubmit={submit}>
      <p>{what}</p>
      <PasswordField
        label={t("secondFactor.password")}
        name="password"
        autoComplete="current-password"
        data-autofocus=""
        required
      />
      <CodeField kind={kind} error={error} />
      <ErrorMessage error={error} />
      <Button variant={isDanger ? "danger" : "primary"} type="submit" busy={isPending}>
        {action}
      </Button>
      <Button variant="quiet" size="small" onClick={() => setKind(kind === "app" ? "recovery" : "app")}>
        {t(`secondFactor.instead.${kind}`)}
      </Button>
    </Form>
  );
}
