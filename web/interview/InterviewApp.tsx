import { LOADING_OVERLAY_DELAY_MS } from "#contract/limits.ts";
import { DictationContext } from "../dictation/use-dictation.ts";
import { DraftContext } from "../draft/use-draft.ts";
import type { SessionStore } from "../session/session.ts";
import { t } from "../translate.ts";
import { LoadingOverlay } from "../ui/LoadingOverlay.tsx";
import type { NewToast } from "../ui/toasts.ts";
import { InterviewScreen } from "./InterviewScreen.tsx";
import { LoadFailure } from "./LoadFailure.tsx";
import { WorkspaceContext } from "./use-actions.ts";
import { useDelayed } from "./use-delayed.ts";
import { useWorkspace } from "./use-workspace.ts";

type InterviewAppProps = {
  session: SessionStore;
  providerName: string;
  interviewHash: string | undefined;
  notify: (toast: NewToast) => void;
};

/** Everything after sign-in; loaded as a part of its own while the key is being typed. */
export function InterviewApp({ session, providerName, interviewHash, notify }: InterviewAppProps) {
  const { workspace, error, retry } = useWorkspace(session, interviewHash, notify);
  if (error) return <LoadFailure error={error} session={session} onRetry={retry} />;
  if (!workspace) return <Loading />;
  return (
    <WorkspaceContext value={workspace}>
      <DraftContext value={workspace.draft}>
        <DictationContext value={workspace.dictation}>
          <InterviewScreen providerName={providerName} clientName={session.getState().client?.name ?? ""} />
        </DictationContext>
      </DraftContext>
    </WorkspaceContext>
  );
}

/** A quick load shows no overlay at all. */
export function Loading() {
  return useDelayed(LOADING_OVERLAY_DELAY_MS) ? <LoadingOverlay label={t("loading")} /> : null;
}
