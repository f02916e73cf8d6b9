import type { ListedInterview } from "#contract/manage/interviews.ts";
import { NotFoundPage } from "../../shell/NotFoundPage.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { useInterviews } from "../use-interviews.ts";
import { Editor } from "./Editor.tsx";
import { useShownDraft } from "./saving/use-draft-editor.ts";

type EditorPageProps = { interviewId: string };

/** The editor of one interview. */
export function EditorPage({ interviewId }: EditorPageProps) {
  const interviews = useInterviews();
  return (
    <QueryView query={interviews}>
      {(all) => {
        const interview = all.find((each) => each.interviewId === interviewId);
        return interview ? <DraftPage interview={interview} /> : <NotFoundPage />;
      }}
    </QueryView>
  );
}

function DraftPage({ interview }: { interview: ListedInterview }) {
  const draft = useShownDraft(interview.interviewId);
  return <QueryView query={draft}>{(shown) => <Editor interview={interview} shown={shown} />}</QueryView>;
}
