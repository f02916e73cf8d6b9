import { t } from "../translate.ts";
import { speechCompany } from "./speech-company.ts";

/** The sentence that says who turns the client's speech into text during dictation. */
export function dictationPrivacy(isOnDevice: boolean): string {
  return isOnDevice
    ? t("dictation.privacy.device")
    : t("dictation.privacy", { company: speechCompany() ?? t("dictation.company") });
}
