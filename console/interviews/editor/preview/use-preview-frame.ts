import { type RefObject, useEffect, useRef } from "react";
import type { Interview } from "#contract/interview/interview.ts";
import { draftIn, type InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { isReady, type PreviewShown } from "../../../preview/preview-messages.ts";
import { t } from "../../../translate.ts";
import type { EditorSelection } from "../outline/editor-history.ts";
import { placeOfCard } from "../outline/outline-moves.ts";
import { useEditor } from "../use-editor.ts";

/** An iframe that previews the draft at the selected part. A new `run` starts over. */
export function usePreviewFrame({
  chosen,
  run,
}: {
  chosen: EditorSelection;
  run: number;
}): RefObject<HTMLIFrameElement | null> {
  const { rested: draft, language } = useEditor();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const send = () => {
      const shown: PreviewShown = {
        kind: "show",
        interview: shownPart(draftIn(draft, language)),
        language,
        clientName: t("editor.preview.client"),
        at: placeOf(draft, chosen),
        run,
      };
      frame.current?.contentWindow?.postMessage(shown, location.origin);
    };
    const hear = (event: MessageEvent) => {
      if (isReady(event, frame.current?.contentWindow ?? null)) send();
    };
    window.addEventListener("message", hear);
    send();
    return () => window.removeEventListener("message", hear);
  }, [draft, language, chosen, run]);
  return frame;
}

/** Leaves out sections without questions, as clients never see them. */
function shownPart(interview: Interview): Interview {
  return { ...interview, sections: interview.sections.filter(({ questions }) => questions.length > 0) };
}

function placeOf(draft: InterviewDraft, chosen: EditorSelection): PreviewShown["at"] {
  if (chosen.kind === "words") return undefined;
  if (chosen.kind === "section") {
    const section = draft.sections.find(({ id }) => id === chosen.id);
    return section && section.questions.length > 0 ? { sectionId: chosen.id } : undefined;
  }
  const place = placeOfCard(draft, chosen.id);
  return place && { sectionId: place.sectionId, questionId: chosen.id };
}
