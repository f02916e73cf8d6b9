import { useState } from "react";
import type { OpenIdRefusal } from "#contract/manage/openid.ts";
import { Button } from "../web/ui/Button.tsx";
import { CrashBoundary } from "../web/ui/feedback/CrashBoundary.tsx";
import { DelayedContent } from "../web/ui/feedback/DelayedContent.tsx";
import { FailurePage } from "../web/ui/feedback/FailurePage.tsx";
import { LoadingOverlay } from "../web/ui/feedback/LoadingOverlay.tsx";
import { useLanguage } from "../web/ui/language/use-language.ts";
import { useUnloadWarning } from "../web/ui/use-unload-warning.ts";
import { useHasAnswerDrafts } from "./client/answer-for/use-answer-draft.ts";
import { useHasFailedDrafts } from "./client/follow-ups/use-follow-up-draft.ts";
import { useHasNoteDrafts } from "./notes/use-note-draft.ts";
import { RequiredSetUpPage } from "./second-factor/RequiredSetUpPage.tsx";
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
  /** Why the OpenID Connect sign-in that led to this page failed. */
  refusal: OpenIdRefusal | undefined;
  /** The token of the one-time link that opened the page. */
  linkToken: string | undefined;
};

export function App({ linkToken, ...rest }: AppProps) {
  // renders everything below again when the language changes
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
  /** The token of a sign-in that still needs a second-factor code. */
  stepToken: string | undefined;
  onSecondStep: (stepToken: string | undefined) => void;
};

function Console({ providerName, ways, stepToken, onSecondStep, ...came }: ConsoleProps) {
  const { data: me, error, refetch } = useMe();
  const [refusal, setRefusal] = useState(came.refusal);
  // forget the refusal once signed in, so that it does not show after signing out
  if (me && refusal) setRefusal(undefined);
  // checked before `me`, because a link may sign in a different manager than the one who is signed in
  if (stepToken !== undefined) {
    const end = () => onSecondStep(undefined);
    return <SecondStep providerName={providerName} stepToken={stepToken} onEnd={end} />;
  }
  if (me?.secondFactor.isDue) return <RequiredSetUpPage providerName={providerName} />;
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
    <DelayedContent afterMs={LOADING_AFTER_MS}>
      <LoadingOverlay label={t("loading")} />
    </DelayedContent>
  );
}

function CrashPage() {
  const reload = <Button onClick={() => location.reload()}>{t("crash.reload")}</Button>;
  return <FailurePage title={t("crash.title")} message={t("crash.text")} actions={reload} />;
}
