import { useState } from "react";
import type { OpenIdRefusal } from "#contract/manage/openid.ts";
import { Button } from "../web/ui/Button.tsx";
import { CrashBoundary } from "../web/ui/feedback/CrashBoundary.tsx";
import { Delayed } from "../web/ui/feedback/Delayed.tsx";
import { FailurePage } from "../web/ui/feedback/FailurePage.tsx";
import { LoadingOverlay } from "../web/ui/feedback/LoadingOverlay.tsx";
import { useLanguage } from "../web/ui/language/use-language.ts";
import { useUnloadWarning } from "../web/ui/use-unload-warning.ts";
import { useHasAnswerDrafts } from "./client/answer-for/use-answer-draft.ts";
import { useHasFailedDrafts } from "./client/follow-ups/use-follow-up-draft.ts";
import { useHasNoteDrafts } from "./notes/use-note-draft.ts";
import { SetUpFirst } from "./second-factor/SetUpFirst.tsx";
import { SecondStep } from "./session/SecondStep.tsx";
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
  // whatever is said below is said anew in another language
  useLanguage();
  const hasNotes = useHasNoteDrafts();
  const hasFailedDrafts = useHasFailedDrafts();
  const hasAnswers = useHasAnswerDrafts();
  useUnloadWarning(hasNotes || hasFailedDrafts || hasAnswers);
  const [isLinkDone, setIsLinkDone] = useState(linkToken === undefined);
  const [stepToken, setStepToken] = useState<string>();
  return (
    <CrashBoundary fallback={<CrashPage />}>
      {linkToken !== undefined && !isLinkDone ? (
        <SetPassword
          providerName={rest.providerName}
          token={linkToken}
          onSecondStep={setStepToken}
          onDone={() => setIsLinkDone(true)}
        />
      ) : (
        <Console {...rest} stepToken={stepToken} onSecondStep={setStepToken} />
      )}
    </CrashBoundary>
  );
}

type ConsoleProps = Omit<AppProps, "linkToken"> & {
  /** Of a sign-in that a code still has to finish. */
  stepToken: string | undefined;
  onSecondStep: (stepToken: string | undefined) => void;
};

function Console({ providerName, ways, stepToken, onSecondStep, ...came }: ConsoleProps) {
  const { data: me, error, refetch } = useMe();
  const [refusal, setRefusal] = useState(came.refusal);
  // anyone who is signed in and signs out later was not refused
  if (me && refusal) setRefusal(undefined);
  // first, since by a link somebody else may come in than who is signed in here
  if (stepToken !== undefined) {
    const end = () => onSecondStep(undefined);
    return <SecondStep providerName={providerName} stepToken={stepToken} onEnd={end} />;
  }
  if (me?.secondFactor.isDue) return <SetUpFirst providerName={providerName} />;
  if (me) return <Shell me={me} providerName={providerName} />;
  if (me === null) {
    const entry = { providerName, ways, refusal };
    return <SignIn {...entry} onSecondStep={onSecondStep} />;
  }
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
