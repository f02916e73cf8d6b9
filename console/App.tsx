import { useState } from "react";
import { Button } from "../web/ui/Button.tsx";
import { CrashBoundary } from "../web/ui/CrashBoundary.tsx";
import { Delayed } from "../web/ui/Delayed.tsx";
import { FailurePage } from "../web/ui/FailurePage.tsx";
import { LoadingOverlay } from "../web/ui/LoadingOverlay.tsx";
import { SetPassword } from "./session/SetPassword.tsx";
import { SignIn } from "./session/SignIn.tsx";
import { useMe } from "./session/use-me.ts";
import { Shell } from "./shell/Shell.tsx";
import { t } from "./translate.ts";

const LOADING_AFTER_MS = 150;

type AppProps = {
  providerName: string;
  /** Of the one-time link by which the page was opened. */
  linkToken: string | undefined;
};

export function App({ providerName, linkToken }: AppProps) {
  const [isLinkDone, setIsLinkDone] = useState(linkToken === undefined);
  return (
    <CrashBoundary fallback={<CrashPage />}>
      {linkToken !== undefined && !isLinkDone ? (
        <SetPassword providerName={providerName} token={linkToken} onDone={() => setIsLinkDone(true)} />
      ) : (
        <Console providerName={providerName} />
      )}
    </CrashBoundary>
  );
}

function Console({ providerName }: Pick<AppProps, "providerName">) {
  const { data: me, error, refetch } = useMe();
  if (me) return <Shell me={me} providerName={providerName} />;
  if (me === null) return <SignIn providerName={providerName} />;
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
