import { t } from "../../translate.ts";
import { Said } from "../Said.tsx";
import { useForgetting } from "./use-forgetting.ts";

/** Forgets at once: the press that fetched this was meant for it. */
export function ForgetDevice() {
  useForgetting();
  return <Said>{t("lock.forgotten")}</Said>;
}
