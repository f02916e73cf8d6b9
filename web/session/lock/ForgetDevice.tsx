import { t } from "../../translate.ts";
import { Said } from "../Said.tsx";
import { useForgetting } from "./use-forgetting.ts";

/** Forgets the locks at once, because the press that loaded this component asked for that. */
export function ForgetDevice() {
  useForgetting();
  return <Said>{t("lock.forgotten")}</Said>;
}
