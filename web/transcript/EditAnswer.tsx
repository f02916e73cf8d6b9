import { useState } from "react";
import {
  ANSWER_PREVIEW_CHARACTERS,
  TRANSCRIPT_INLINE_MAX_HEIGHT_PX,
  TRANSCRIPT_MODAL_MAX_HEIGHT_PX,
} from "#contract/limits.ts";
import { type Answer, canSaveEdit } from "#contract/record/answer.ts";
import { shorten } from "#contract/text.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { TranscriptEditor } from "./TranscriptEditor.tsx";

type EditAnswerProps = {
  answer: Answer;
  text: string;
  onChange: (text: string) => void;
  onSave: () => void;
  onCancel: () => void;
};

/** Edit opens in place; Enlarge inside it opens the same text in a modal. */
export function EditAnswer({ answer, text, ...acts }: EditAnswerProps) {
  const [isEnlarged, setEnlarged] = useState(false);
  const editor = { text, canSave: canSaveEdit(answer, text), ...acts };
  if (isEnlarged) {
    return (
      <>
        <p>{shorten(text, ANSWER_PREVIEW_CHARACTERS)}</p>
        <Dialog
          title={t("answer.editing")}
          closeLabel={t("answer.cancel")}
          size="wide"
          onClose={acts.onCancel}
        >
          <TranscriptEditor {...editor} maxHeightPx={TRANSCRIPT_MODAL_MAX_HEIGHT_PX} />
        </Dialog>
      </>
    );
  }
  const enlarge = (
    <Button variant="quiet" size="small" icon="expand" onClick={() => setEnlarged(true)}>
      {t("answer.enlarge")}
    </Button>
  );
  return <TranscriptEditor {...editor} maxHeightPx={TRANSCRIPT_INLINE_MAX_HEIGHT_PX} extra={enlarge} />;
}
