import type { MadeShare } from "#contract/manage/shares.ts";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { OneTimeSecret } from "../ui/dialogs/OneTimeSecret.tsx";
import { CopyField } from "../ui/fields/CopyField.tsx";

type NewShareLinkProps = { made: MadeShare };

/** Shows a new link, which is possible only once. */
export function NewShareLink({ made: { link, expiresAt } }: NewShareLinkProps) {
  const until = dateWords(new Date(expiresAt), { dateStyle: "long" });
  return (
    <OneTimeSecret notice={t("share.once", { until })}>
      <CopyField label={t("share.link")} value={link} />
    </OneTimeSecret>
  );
}
