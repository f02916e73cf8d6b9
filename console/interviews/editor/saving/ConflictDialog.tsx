import { useState } from "react";
import { useLocation } from "wouter";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type { ShownDraft } from "#contract/manage/interviews.ts";
import { Button } from "../../../../web/ui/Button.tsx";
import { Dialog } from "../../../../web/ui/Dialog.tsx";
import { t } from "../../../translate.ts";
import { ErrorMessage } from "../../../ui/ErrorMessage.tsx";
import { nameOfCopy } from "../../name-of-copy.ts";
import { useAddInterview } from "../../use-interview-acts.ts";
import { useInterviews } from "../../use-interviews.ts";
import type { DraftEditor } from "./draft-editor.ts";

type ConflictDialogProps = {
  name: string;
  editor: DraftEditor;
  theirs: ShownDraft;
  mine: InterviewDraft;
};

/**
 * Shown when somebody else has saved the same draft. Nothing is merged: the author chooses a version, and neither is
 * lost.
 */
export function ConflictDialog({ name, editor, theirs, mine }: ConflictDialogProps) {
  const copying = useAddInterview();
  const [, go] = useLocation();
  const [isLater, setIsLater] = useState(false);
  const who = theirs.changedByName ?? t("editor.somebody");
  const { data: interviews = [] } = useInterviews();
  const copyName = nameOfCopy(
    name,
    interviews.map((each) => each.name),
  );
  const copy = () =>
    copying.mutate(
      { name: copyName, from: { kind: "draft", interview: mine } },
      {
        onSuccess({ interviewId }) {
          editor.takeTheirs();
          go(`/interviews/${interviewId}`);
        },
      },
    );
  if (isLater)
    return (
      <p role="status">
        {t("editor.conflict.waits", { name: who })}{" "}
        <Button size="small" onClick={() => setIsLater(false)}>
          {t("editor.conflict.choose")}
        </Button>
      </p>
    );
  return (
    <Dialog
      title={t("editor.conflict.title", { name: who })}
      closeLabel={t("dialog.close")}
      onClose={() => setIsLater(true)}
      confirms
      actions={
        <>
          <Button variant="danger" onClick={() => void editor.keepMine()}>
            {t("editor.conflict.mine")}
          </Button>
          <Button onClick={() => editor.takeTheirs()}>{t("editor.conflict.theirs", { name: who })}</Button>
          <Button variant="primary" busy={copying.isPending} onClick={copy}>
            {t("editor.conflict.copy")}
          </Button>
        </>
      }
    >
      <p>{t("editor.conflict.what", { name: who })}</p>
      <ErrorMessage error={copying.error} />
    </Dialog>
  );
}
