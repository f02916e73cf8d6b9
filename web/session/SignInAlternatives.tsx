import { useState } from "react";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./SignInAlternatives.module.css";
import type { AccessOutcomes } from "./use-access.ts";

type SignInAlternativesProps = Pick<AccessOutcomes, "onSignedIn" | "onUnreachable"> & {
  /** The key of a sign-in link that no longer works here. */
  endedLink: string | undefined;
};
type Way = "link" | "lock" | "forget";

/**
 * The ways to sign in without an access key, fetched on a press: the lock of this device, if it was added here, and a
 * sign-in link. Each is hidden if the server or the device does not have it.
 */
export function SignInAlternatives({ endedLink, ...outcomes }: SignInAlternativesProps) {
  const [bundle, setBundle] = useState<typeof import("./other-ways-bundle.ts")>();
  const [way, setWay] = useState<Way>();
  const [hasFailed, setFailed] = useState(false);
  const open = (asked: Way) => () => {
    setWay(asked);
    import("./other-ways-bundle.ts").then(setBundle, () => setFailed(true));
  };
  const isEnded = endedLink !== undefined;
  return (
    <>
      <div className={styles.lock}>
        {bundle && way === "forget" && <bundle.ForgetDevice />}
        {bundle && way === "lock" && <bundle.LockEntry {...outcomes} />}
        {(!bundle || way === "link") && (
          <>
            <Button icon="lock" onClick={open("lock")}>
              {t("access.lock")}
            </Button>
            <Button variant="quiet" onClick={open("forget")}>
              {t("access.forget")}
            </Button>
          </>
        )}
      </div>
      <div className={styles.link}>
        {bundle && way === "link" ? (
          <bundle.EmailLink endedLink={endedLink} />
        ) : (
          <Button variant={isEnded ? "secondary" : "quiet"} onClick={open("link")}>
            {t(isEnded ? "access.emailNewLink" : "access.emailLink")}
          </Button>
        )}
      </div>
      {hasFailed && !bundle && <p role="alert">{t("access.connection")}</p>}
    </>
  );
}
