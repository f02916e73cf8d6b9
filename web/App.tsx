import { lazy, Suspense } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { AccessScreen } from "./session/AccessScreen.tsx";
import { Loading } from "./session/Loading.tsx";
import { type SessionStore, signIn } from "./session/session.ts";
import { t } from "./translate.ts";
import { Button } from "./ui/Button.tsx";
import { CrashBoundary } from "./ui/CrashBoundary.tsx";
import { FailurePage } from "./ui/FailurePage.tsx";
import { Toasts } from "./ui/Toasts.tsx";
import type { Toasts as ToastsState } from "./ui/toasts.ts";

export type AppProps = {
  session: SessionStore;
  toasts: StoreApi<ToastsState>;
  providerName: string;
  interviewHash: string | undefined;
};

/** Fetched while the key is being typed, so that it is there when the key is right. */
export const loadInterviewApp = () => import("./interview/InterviewApp.tsx");
const InterviewApp = lazy(async () => ({ default: (await loadInterviewApp()).InterviewApp }));

/** The two states of the page (spec §2): the access screen, and the interview. */
export function App({ session, toasts, providerName, interviewHash }: AppProps) {
  const clientId = useStore(session, (state) => state.client?.id);
  const shown = useStore(toasts, (state) => state.toasts);
  const { add, dismiss } = toasts.getState();
  return (
    <CrashBoundary fallback={<CrashPage />}>
      {clientId === undefined ? (
        <AccessScreen
          providerName={providerName}
          onSignedIn={(credentials) => signIn(session, credentials)}
        />
      ) : (
        <Suspense fallback={<Loading />}>
          <InterviewApp
            session={session}
            providerName={providerName}
            interviewHash={interviewHash}
            notify={add}
          />
        </Suspense>
      )}
      <Toasts toasts={shown} label={t("toast.region")} closeLabel={t("toast.close")} onDismiss={dismiss} />
    </CrashBoundary>
  );
}

function CrashPage() {
  const reload = <Button onClick={() => location.reload()}>{t("crash.reload")}</Button>;
  return <FailurePage title={t("crash.title")} message={t("crash.text")} actions={reload} />;
}
