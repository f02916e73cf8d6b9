import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { ListedInterview } from "#contract/manage/interviews.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { Dialog } from "../../../web/ui/Dialog.tsx";
import { call } from "../../api/call.ts";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { CheckField } from "../../ui/fields/CheckField.tsx";
import { nameOfCopy } from "../name-of-copy.ts";
import { INTERVIEWS, useInterviews } from "../use-interviews.ts";

type RestoreVersionDialogProps = {
  interview: ListedInterview;
  number: number;
  onClose: () => void;
  onRestored: () => void;
};

/** Makes an earlier version the draft. Optionally saves unpublished changes as a copy first. */
export function RestoreVersionDialog({ interview, number, onClose, onRestored }: RestoreVersionDialogProps) {
  const { interviewId, name, hasDraft } = interview;
  const { data: interviews = [] } = useInterviews();
  const copyName = nameOfCopy(
    name,
    interviews.map((each) => each.name),
  );
  const [keepsCopy, setKeepsCopy] = useState(hasDraft);
  const queries = useQueryClient();
  const restoring = useMutation({
    async mutationFn() {
      const params = { interviewId };
      const draft = await call(manageEndpoints.readInterviewDraft, { params });
      const from = { kind: "draft" as const, interview: draft.interview };
      if (keepsCopy)
        await call(manageEndpoints.addInterview, { body: { name: copyName, from }, isOnce: true });
      const version = await call(manageEndpoints.readInterviewVersion, { params: { interviewId, number } });
      const body = { interview: version.interview, revision: draft.revision };
      return call(manageEndpoints.saveInterviewDraft, { params, body });
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: [INTERVIEWS] });
      onRestored();
    },
  });
  return (
    <Dialog
      title={t("interviews.restore.title", { number })}
      closeLabel={t("dialog.close")}
      onClose={onClose}
      confirms
      actions={
        <Button variant="primary" busy={restoring.isPending} onClick={() => restoring.mutate()}>
          {t("interviews.restore")}
        </Button>
      }
    >
      <p>{t("interviews.restore.what")}</p>
      {hasDraft && (
        <CheckField
          label={t("interviews.restore.copy", { name: copyName })}
          checked={keepsCopy}
          onChange={setKeepsCopy}
        />
      )}
      <ErrorMessage error={restoring.error} />
    </Dialog>
  );
}
