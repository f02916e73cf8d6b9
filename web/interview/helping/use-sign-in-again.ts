import { useState } from "react";
import { exchangeKey } from "../../api/auth-api.ts";
import { t } from "../../translate.ts";
import { useActions, useSession } from "../workspace/use-actions.ts";

/** Signs the helper in again with the link that opened this tab. */
export function useSignInAgain() {
  const session = useSession();
  const { signInAgain } = useActions();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const goOn = async () => {
    const { enteredKey: accessKey = "" } = session.getState();
    setBusy(true);
    const exchanged = await exchangeKey({ key: accessKey });
    setBusy(false);
    if (exchanged.ok) signInAgain(exchanged.credentials, { accessKey }, "save");
    else setError("message" in exchanged.failure ? exchanged.failure.message : t("access.connection"));
  };
  return { isBusy, error, goOn: () => void goOn() };
}
