import type { IssuedAccessKey } from "#contract/manage/clients.ts";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { QrCode } from "../../web/ui/QrCode.tsx";
import { t } from "../translate.ts";
import { OneTimeSecret } from "../ui/dialogs/OneTimeSecret.tsx";
import { CopyField } from "../ui/fields/CopyField.tsx";

type IssuedKeyProps = { issued: Pick<IssuedAccessKey, "accessKey" | "link" | "expiresAt"> };

/** Shows a new key, which is possible only once: as a link, a QR code, and text. */
export function IssuedKey({ issued: { accessKey, link, expiresAt } }: IssuedKeyProps) {
  const until = dateWords(new Date(expiresAt), { dateStyle: "long" });
  return (
    <OneTimeSecret notice={t("issuedKey.once", { until })}>
      <CopyField label={t("issuedKey.link")} value={link} />
      <CopyField label={t("issuedKey.key")} value={accessKey} />
      <QrCode text={link} label={t("issuedKey.code")} />
    </OneTimeSecret>
  );
}
