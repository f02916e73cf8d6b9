import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { CopyField } from "../ui/fields/CopyField.tsx";
import { ShownOnce } from "../ui/ShownOnce.tsx";

type ShownLinkProps = { link: string; expiresAt: string };

/** Shows a password link, which is possible only once. */
export function ShownLink({ link, expiresAt }: ShownLinkProps) {
  const until = dateWords(new Date(expiresAt), { dateStyle: "long" });
  return (
    <ShownOnce notice={t("managers.linkOnce", { until })}>
      <CopyField label={t("managers.link")} value={link} />
    </ShownOnce>
  );
}
