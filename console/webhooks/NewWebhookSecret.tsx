import { t } from "../translate.ts";
import { OneTimeSecret } from "../ui/dialogs/OneTimeSecret.tsx";
import { CopyField } from "../ui/fields/CopyField.tsx";

type NewWebhookSecretProps = { secret: string; hint: string };

/** Shows a secret, which is possible only once. */
export function NewWebhookSecret({ secret, hint }: NewWebhookSecretProps) {
  return (
    <OneTimeSecret notice={hint}>
      <CopyField label={t("webhooks.secret")} value={secret} />
    </OneTimeSecret>
  );
}
