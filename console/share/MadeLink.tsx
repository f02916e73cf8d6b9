import type { MadeShare } from "#contract/manage/shares.ts";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { CopyField } from "../ui/fields/CopyField.tsx";
import { ShownOnce } from "../ui/ShownOnce.tsx";

type MadeLinkProps = { made: MadeShare };

/** Shows a new link, which is possible only once. */
export function MadeLink({ made: { link, expiresAt } }: MadeLinkProps) {
  const until = dateWords(new Date(expiresAt), { dateStyle: "long" });
  return (
    <ShownOnce notice={t("share.once", { until })}>
      <CopyField label={t("share.link")} value={link} />
    </ShownOnce>
  );
}
