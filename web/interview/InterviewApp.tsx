import { DictationContext } from "../dictation/use-dictation.ts";
import { DraftContext } from "../draft/use-draft.ts";
import { FollowUpsContext } from "../follow-ups/use-follow-ups.ts";
import { EnterContext } from "../questions/free-answer/use-enter-choice.ts";
import { LoadingScreen } from "../session/LoadingScreen.tsx";
import type { Provider } from "../session/provider.ts";
import { TakesContext } from "../takes/use-takes.ts";
import { InterviewScreen } from "./InterviewScreen.tsx";
import { LoadFailure } from "./LoadFailure.tsx";
import { WorkspaceContext } from "./workspace/use-actions.ts";
import { useOpenWorkspace } from "./workspace/use-open-workspace.ts";
import type { OpenWorkspaceOptions, Workspace } from "./workspace/workspace.ts";

/** Everything after sign-in, loaded as a separate chunk while the client types the key. */
export function InterviewApp(options: OpenWorkspaceOptions) {
  const { session, provider } = options;
  const { workspace, error, retry } = useOpenWorkspace(options);
  if (error) return <LoadFailure error={error} session={session} onRetry={retry} />;
  if (!workspace) return <LoadingScreen />;
  return <OpenInterview workspace={workspace} provider={provider} />;
}

type OpenInterviewProps = { workspace: Workspace; provider: Provider };

/** The screen of an open workspace, with the contexts that its components read. */
export function OpenInterview({ workspace, provider }: OpenInterviewProps) {
  const { session, draft, dictation, takes, followUps, enterChoice, helping } = workspace;
  const Screen = helping?.HelperScreen ?? InterviewScreen;
  return (
    <WorkspaceContext value={workspace}>
      <DraftContext value={draft}>
        <DictationContext value={dictation}>
          <TakesContext value={takes}>
            <FollowUpsContext value={followUps}>
              <EnterContext value={enterChoice}>
                <Screen provider={provider} clientName={session.getState().client?.name ?? ""} />
              </EnterContext>
            </FollowUpsContext>
          </TakesContext>
        </DictationContext>
      </DraftContext>
    </WorkspaceContext>
  );
}
