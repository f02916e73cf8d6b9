import { t } from "../../translate.ts";
import { FocusedStatus } from "../FocusedStatus.tsx";
import { useForgetLock } from "./use-forget-lock.ts";

/** Forgets the locks at once, because the press that loaded this component asked for that. */
export function ForgetDevice() {
  useForgetLock();
  return <FocusedStatus>{t("lock.forgotten")}</FocusedStatus>;
}
