import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { OneTimeSecret } from "../ui/dialogs/OneTimeSecret.tsx";
import { CopyField } from "../ui/fields/CopyField.tsx";

type NewPasswordLinkProps = { link: string; expiresAt: string };

/** Shows a password link, which is possible only once. */
export function NewPasswordLink({ link, expiresAt }: NewPasswordLinkProps) {
  const until = dateWords(new Date(expiresAt), { dateStyle: "long" });
  return (
    <OneTimeSecret notice={t("managers.linkOnce", { until })}>
      <CopyField label={t("managers.link")} value={link} />
    </OneTimeSecret>
  );
}
