import { t } from "../translate.ts";
import { CopyField } from "../ui/fields/CopyField.tsx";
import { ShownOnce } from "../ui/ShownOnce.tsx";

type ShownSecretProps = { secret: string; hint: string };

/** Shows a secret, which is possible only once. */
export function ShownSecret({ secret, hint }: ShownSecretProps) {
  return (
    <ShownOnce notice={hint}>
      <CopyField label={t("webhooks.secret")} value={secret} />
    </ShownOnce>
  );
}
