import { lazy, Suspense } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { AccessScreen } from "./session/AccessScreen.tsx";
import { type SessionStore, signIn } from "./session/session.ts";
import { t } from "./translate.ts";
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
    <>
      {clientId === undefined ? (
        <AccessScreen
          providerName={providerName}
          onSignedIn={(credentials) => signIn(session, credentials)}
        />
      ) : (
        <Suspense>
          <InterviewApp
            session={session}
            providerName={providerName}
            interviewHash={interviewHash}
            notify={add}
          />
        </Suspense>
      )}
      <Toasts toasts={shown} label={t("toast.region")} closeLabel={t("toast.close")} onDismiss={dismiss} />
    </>
  );
}
