import { t } from "../translate.ts";
import { speechCompany } from "./speech-company.ts";

/** Who turns a client's speech into text while dictating. */
export function dictationPrivacy(isOnDevice: boolean): string {
  return isOnDevice
    ? t("dictation.privacy.device")
    : t("dictation.privacy", { company: speechCompany() ?? t("dictation.company") });
}
