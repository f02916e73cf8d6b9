import { useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { RenewCodesDialog } from "./RenewCodesDialog.tsx";
import styles from "./SecondFactorActions.module.css";
import { TurnOffDialog } from "./TurnOffDialog.tsx";

type SecondFactorActionsProps = {
  onSince: string;
  recoveryCodes: CurrentManager["secondFactor"]["recoveryCodes"];
};

/** The actions on a second factor that is on. */
export function SecondFactorActions({ onSince, recoveryCodes }: SecondFactorActionsProps) {
  const [opened, setOpened] = useState<"renew" | "off">();
  const close = () => setOpened(undefined);
  const since = dateWords(new Date(onSince), { dateStyle: "long" });
  return (
    <>
      <p>{t("secondFactor.on", { since })}</p>
      <p>{t("secondFactor.left", { count: recoveryCodes })}</p>
      <div className={styles.actions}>
        <Button onClick={() => setOpened("renew")}>{t("secondFactor.renew.do")}</Button>
        <Button variant="danger" onClick={() => setOpened("off")}>
          {t("secondFactor.off.do")}
        </Button>
      </div>
      {opened === "renew" && <RenewCodesDialog onClose={close} />}
      {opened === "off" && <TurnOffDialog onClose={close} />}
    </>
  );
}
