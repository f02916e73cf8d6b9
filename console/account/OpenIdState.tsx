import type { Me } from "#contract/manage/accounts.ts";
import { t } from "../translate.ts";

type OpenIdStateProps = { openId: NonNullable<Me["openId"]> };

/** Whether one's own account is linked to the provider. */
export function OpenIdState({ openId: { name, isLinked } }: OpenIdStateProps) {
  return (
    <>
      <h2>{t("account.openId", { name })}</h2>
      <p>{t(isLinked ? "account.linked" : "account.notLinked")}</p>
    </>
  );
}
