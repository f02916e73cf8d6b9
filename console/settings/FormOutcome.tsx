import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import type { useSettingForm } from "./use-setting-form.ts";

type FormOutcomeProps = {
  form: ReturnType<typeof useSettingForm>;
  /** Replaces the message of the error. */
  problem?: string | undefined;
};

/** The outcome of the last save. */
export function FormOutcome({ form, problem }: FormOutcomeProps) {
  return (
    <>
      <ErrorMessage error={problem === undefined ? form.error : { message: problem }} />
      {form.isOvertaken && <Button onClick={() => void form.showNew()}>{t("settings.showNew")}</Button>}
      <p role="status">{form.isSaved && t("settings.saved")}</p>
    </>
  );
}
