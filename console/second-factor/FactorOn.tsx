import { useState } from "react";
import type { Me } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import styles from "./FactorOn.module.css";
import { RenewCodesDialog } from "./RenewCodesDialog.tsx";
import { TurnOffDialog } from "./TurnOffDialog.tsx";

type FactorOnProps = { onSince: string; recoveryCodes: Me["secondFactor"]["recoveryCodes"] };

/** The actions on a second factor that is on. */
export function FactorOn({ onSince, recoveryCodes }: FactorOnProps) {
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
