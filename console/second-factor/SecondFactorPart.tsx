import { useState } from "react";
import type { Me } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { FactorOn } from "./FactorOn.tsx";
import { SetUp } from "./SetUp.tsx";

type SecondFactorPartProps = { factor: Me["secondFactor"] };

/** The signed-in manager's second factor, on the account page. */
export function SecondFactorPart({ factor: { onSince, recoveryCodes } }: SecondFactorPartProps) {
  const [isSettingUp, setIsSettingUp] = useState(false);
  if (onSince !== null) {
    // resets the step, so that turning the second factor off later starts from the beginning
    if (isSettingUp) setIsSettingUp(false);
    return <FactorOn onSince={onSince} recoveryCodes={recoveryCodes} />;
  }
  if (isSettingUp) return <SetUp />;
  return (
    <>
      <p>{t("secondFactor.what")}</p>
      <div>
        <Button onClick={() => setIsSettingUp(true)}>{t("secondFactor.setUp")}</Button>
      </div>
    </>
  );
}
