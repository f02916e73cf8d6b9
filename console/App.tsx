import { useState } from "react";
import type { OpenIdRefusal } from "#contract/manage/openid.ts";
import { Button } from "../web/ui/Button.tsx";
import { CrashBoundary } from "../web/ui/CrashBoundary.tsx";
import { Delayed } from "../web/ui/Delayed.tsx";
import { FailurePage } from "../web/ui/FailurePage.tsx";
import { LoadingOverlay } from "../web/ui/LoadingOverlay.tsx";
import { useUnloadWarning } from "../web/ui/use-unload-warning.ts";
import { useHasNoteDrafts } from "./notes/use-note-draft.ts";
import { SetPassword } from "./session/SetPassword.tsx";
import { SignIn } from "./session/SignIn.tsx";
import type { SignInWays } from "./session/sign-in-ways.ts";
import { useMe } from "./session/use-me.ts";
import { Shell } from "./shell/Shell.tsx";
import { t } from "./translate.ts";

const LOADING_AFTER_MS = 150;

type AppProps = {
  providerName: string;
  ways: SignInWays;
  /** Of the sign-in by OpenID Connect that led to the page. */
  refusal: OpenIdRefusal | undefined;
  /** Of the one-time link by which the page was opened. */
  linkToken: string | undefined;
};

export function App({ linkToken, ...rest }: AppProps) {
  useUnloadWarning(useHasNoteDrafts());
  const [isLinkDone, setIsLinkDone] = useState(linkToken === undefined);
  return (
    <CrashBoundary fallback={<CrashPage />}>
      {linkToken !== undefined && !isLinkDone ? (
        <SetPassword providerName={rest.providerName} token={linkToken} onDone={() => setIsLinkDone(true)} />
      ) : (
        <Console {...rest} />
      )}
    </CrashBoundary>
  );
}

function Console({ providerName, ways, ...came }: Omit<AppProps, "linkToken">) {
  const { data: me, error, refetch } = useMe();
  const [refusal, setRefusal] = useState(came.refusal);
  // whoever is in, and signs out later, was not refused
  if (me && refusal) setRefusal(undefined);
  if (me) return <Shell me={me} providerName={providerName} />;
  if (me === null) return <SignIn providerName={providerName} ways={ways} refusal={refusal} />;
  if (error) {
    const again = <Button onClick={() => void refetch()}>{t("failure.again")}</Button>;
    return <FailurePage title={t("failure.title")} message={error.message} actions={again} />;
  }
  return (
    <Delayed afterMs={LOADING_AFTER_MS}>
      <LoadingOverlay label={t("loading")} />
    </Delayed>
  );
}

function CrashPage() {
  const reload = <Button onClick={() => location.reload()}>{t("crash.reload")}</Button>;
  return <FailurePage title={t("crash.title")} message={t("crash.text")} actions={reload} />;
}
