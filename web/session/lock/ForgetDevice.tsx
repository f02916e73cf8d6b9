import { t } from "../../translate.ts";
import { useForgetting } from "./use-forgetting.ts";

/** Forgets at once: the press that fetched this was meant for it. */
export function ForgetDevice() {
  useForgetting();
  return <p role="status">{t("lock.forgotten")}</p>;
}
