import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import type { useSettingForm } from "./use-setting-form.ts";

type FormOutcomeProps = {
  form: ReturnType<typeof useSettingForm>;
  /** What is said of a failure, in place of its message. */
  problem?: string | undefined;
};

/** What came of the last try to save. */
export function FormOutcome({ form, problem }: FormOutcomeProps) {
  return (
    <>
      <Failure error={problem === undefined ? form.error : { message: problem }} />
      {form.isOvertaken && <Button onClick={() => void form.showNew()}>{t("settings.showNew")}</Button>}
      <p role="status">{form.isSaved && t("settings.saved")}</p>
    </>
  );
}
