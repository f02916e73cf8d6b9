import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { RecordingOffer } from "#contract/interview/recording-offers.ts";
import { chooseLanguage } from "./language/choose-language.ts";
import type { Interviews } from "./language/interviews.ts";
import type { LazyBundle } from "./lazy-bundle.ts";
import { AccessScreen } from "./session/AccessScreen.tsx";
import { LoadingScreen } from "./session/LoadingScreen.tsx";
import type { Provider } from "./session/provider.ts";
import { type Entrance, openOffline, type SessionStore, signIn } from "./session/session.ts";
import { t } from "./translate.ts";
import { Button } from "./ui/Button.tsx";
import { CrashBoundary } from "./ui/feedback/CrashBoundary.tsx";
import { FailurePage } from "./ui/feedback/FailurePage.tsx";
import { Toasts } from "./ui/feedback/Toasts.tsx";
import type { ToastQueue as ToastsState } from "./ui/feedback/toasts.ts";
import { useLanguage } from "./ui/language/use-language.ts";

export type InterviewBundle = LazyBundle<typeof import("./interview/interview-bundle.ts")>;

type AppProps = {
  session: SessionStore;
  toasts: StoreApi<ToastsState>;
  interview: InterviewBundle;
  provider: Provider;
  interviews: Interviews;
  /** Whether the provider wants speech to stay on the device if that is possible. */
  dictatesOnDevice: boolean;
  recordingOffer: RecordingOffer;
};

/** The two states of the page (spec §2): the access screen, and the interview. */
export function App({ session, toasts, interview, ...page }: AppProps) {
  // a change of language renders everything below again
  useLanguage();
  const clientId = useStore(session, (state) => state.client?.id);
  const shown = useStore(toasts, (state) => state.toasts);
  const { add, dismiss } = toasts.getState();
  return (
    <CrashBoundary fallback={<CrashPage />}>
      {clientId === undefined ? (
        <AccessScreen
          provider={page.provider}
          onChooseLanguage={(language) => void chooseLanguage(language, { notify: add })}
          onSignedIn={(credentials, entrance, questionId) =>
            signIn(session, credentials, entrance, questionId)
          }
          onUnreachable={(entrance, questionId) => openOnDevice(interview, session, { entrance, questionId })}
        />
      ) : (
        <LazyInterview bundle={interview} app={{ session, ...page, notify: add }} />
      )}
      <Toasts toasts={shown} label={t("toast.region")} closeLabel={t("toast.close")} onDismiss={dismiss} />
    </CrashBoundary>
  );
}

/** Opens a draft on this device with the key or the lock's secret; false if neither opens one. */
async function openOnDevice(
  bundle: InterviewBundle,
  session: SessionStore,
  { entrance, questionId }: { entrance: Entrance; questionId: string | undefined },
): Promise<boolean> {
  const module = await bundle.find();
  const secret = "accessKey" in entrance ? entrance.accessKey : entrance.lockSecret;
  const unlocked = secret === undefined ? undefined : await module?.unlockDraft(secret);
  if (unlocked) openOffline(session, unlocked, entrance, questionId);
  return unlocked !== undefined;
}

type InterviewAppProps = Parameters<typeof import("./interview/interview-bundle.ts")["InterviewApp"]>[0];

function LazyInterview({ bundle, app }: { bundle: InterviewBundle; app: InterviewAppProps }) {
  const { module, error } = useStore(bundle.store);
  if (module) return <module.InterviewApp {...app} />;
  if (error) throw error;
  return <LoadingScreen />;
}

function CrashPage() {
  const reload = (
    <Button variant="primary" onClick={() => location.reload()}>
      {t("crash.reload")}
    </Button>
  );
  return <FailurePage title={t("crash.title")} message={t("crash.text")} actions={reload} />;
}
