import type { ListedInterview } from "#contract/manage/interviews.ts";
import { NoPage } from "../../shell/NoPage.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { useInterviews } from "../use-interviews.ts";
import { Editor } from "./Editor.tsx";
import { useShownDraft } from "./saving/use-draft-editor.ts";

type EditorPageProps = { interviewId: string };

/** The editor of one interview. */
export function EditorPage({ interviewId }: EditorPageProps) {
  const interviews = useInterviews();
  return (
    <Loaded query={interviews}>
      {(all) => {
        const interview = all.find((each) => each.interviewId === interviewId);
        return interview ? <DraftPage interview={interview} /> : <NoPage />;
      }}
    </Loaded>
  );
}

function DraftPage({ interview }: { interview: ListedInterview }) {
  const draft = useShownDraft(interview.interviewId);
  return <Loaded query={draft}>{(shown) => <Editor interview={interview} shown={shown} />}</Loaded>;
}
