import type { CurrentManager } from "#contract/manage/accounts.ts";
import { SecondFactorPanel } from "../second-factor/SecondFactorPanel.tsx";
import { t } from "../translate.ts";
import { Panel } from "../ui/Panel.tsx";
import { PasswordForm } from "./PasswordForm.tsx";

/** The ways in which the manager signs in. */
export function SecurityTab({ me }: { me: CurrentManager }) {
  const { openId, hasPassword, secondFactor } = me;
  return (
    <>
      {hasPassword && (
        <Panel title={t("account.password")}>
          <PasswordForm />
        </Panel>
      )}
      {(hasPassword || secondFactor.onSince !== null) && (
        <Panel title={t("secondFactor.title")}>
          <SecondFactorPanel factor={secondFactor} />
        </Panel>
      )}
      {openId && (
        <Panel title={t("account.openId", { name: openId.name })}>
          <p>{t(openId.isLinked ? "account.linked" : "account.notLinked")}</p>
        </Panel>
      )}
    </>
  );
}
