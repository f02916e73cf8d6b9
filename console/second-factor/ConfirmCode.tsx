import type { SubmitEvent } from "react";
import type { SecondFactorSecret } from "#contract/manage/second-factor.ts";
import { Button } from "../../web/ui/Button.tsx";
import { QrCode } from "../../web/ui/QrCode.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { CopyField } from "../ui/fields/CopyField.tsx";
import { CodeField } from "./CodeField.tsx";
import styles from "./ConfirmCode.module.css";

type ConfirmCodeProps = {
  begun: SecondFactorSecret;
  error: Error | null;
  isPending: boolean;
  onCode: (code: string) => void;
};

/** Shows the secret to scan or type, and asks for the first code, which proves that the app has the secret. */
export function ConfirmCode({ begun, error, isPending, onCode }: ConfirmCodeProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    onCode(String(new FormData(event.currentTarget).get("code")));
  return (
    <Form onSubmit={submit}>
      <div className={styles.secret}>
        <p>{t("secondFactor.scan")}</p>
        <QrCode text={begun.address} label={t("secondFactor.qr")} />
        <CopyField label={t("secondFactor.secret")} value={inGroups(begun.secret)} />
      </div>
      <CodeField kind="app" error={error} hasFocus />
      <ErrorMessage error={error} />
      <Button variant="primary" type="submit" busy={isPending}>
        {t("secondFactor.confirm")}
      </Button>
    </Form>
  );
}

/** Splits the secret into groups of four, which are easier to type. Apps ignore the spaces. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
