import { useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { SecondFactorActions } from "./SecondFactorActions.tsx";
import { SecondFactorSetUp } from "./SecondFactorSetUp.tsx";

type SecondFactorPanelProps = { factor: CurrentManager["secondFactor"] };

/** The signed-in manager's second factor, on the account page. */
export function SecondFactorPanel({ factor: { onSince, recoveryCodes } }: SecondFactorPanelProps) {
  const [isSettingUp, setIsSettingUp] = useState(false);
  if (onSince !== null) {
    // resets the step, so that turning the second factor off later starts from the beginning
    if (isSettingUp) setIsSettingUp(false);
    return <SecondFactorActions onSince={onSince} recoveryCodes={recoveryCodes} />;
  }
  if (isSettingUp) return <SecondFactorSetUp />;
  return (
    <>
      <p>{t("secondFactor.what")}</p>
      <div>
        <Button onClick={() => setIsSettingUp(true)}>{t("secondFactor.setUp")}</Button>
      </div>
    </>
  );
}
