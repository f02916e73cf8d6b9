import { DictationContext } from "../dictation/use-dictation.ts";
import { DraftContext } from "../draft/use-draft.ts";
import { Loading } from "../session/Loading.tsx";
import type { SessionStore } from "../session/session.ts";
import type { NewToast } from "../ui/toasts.ts";
import { InterviewScreen } from "./InterviewScreen.tsx";
import { LoadFailure } from "./LoadFailure.tsx";
import { WorkspaceContext } from "./use-actions.ts";
import { useOpenWorkspace } from "./use-open-workspace.ts";

type InterviewAppProps = {
  session: SessionStore;
  providerName: string;
  interviewHash: string | undefined;
  dictatesOnDevice: boolean;
  notify: (toast: NewToast) => void;
};

/** Everything after sign-in; loaded as a part of its own while the key is being typed. */
export function InterviewApp({ providerName, ...opening }: InterviewAppProps) {
  const { session } = opening;
  const { workspace, error, retry } = useOpenWorkspace(opening);
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
