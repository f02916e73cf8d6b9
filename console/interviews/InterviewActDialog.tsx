import type { SubmitEvent } from "react";
import { useLocation } from "wouter";
import type { ListedInterview, UpdateInterviewRequest } from "#contract/manage/interviews.ts";
import { INTERVIEW_NAME_MAX_LENGTH } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { FormDialog } from "../ui/dialogs/FormDialog.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { nameOfCopy } from "./name-of-copy.ts";
import { useAddInterview, useDeleteInterview, useUpdateInterview } from "./use-interview-acts.ts";
import { useInterviews } from "./use-interviews.ts";

export type InterviewAct = "rename" | "duplicate" | "delete" | keyof typeof CHANGES;

/** Actions that need only a confirmation, and the change that each makes. */
const CHANGES = {
  makeDefault: { isDefault: true },
  retire: { isRetired: true },
  revive: { isRetired: false },
  takeOver: { source: "console" },
} satisfies { [act: string]: UpdateInterviewRequest };

type InterviewActDialogProps = { interview: ListedInterview; act: InterviewAct; onClose: () => void };

/** Asks for a confirmation of an action, or for the name that it needs. */
export function InterviewActDialog({ interview, act, onClose }: InterviewActDialogProps) {
  switch (act) {
    case "rename":
    case "duplicate":
      return <NameDialog interview={interview} act={act} onClose={onClose} />;
    case "delete":
      return <DeleteDialog interview={interview} onClose={onClose} />;
    default:
      return <ChangeDialog interview={interview} act={act} onClose={onClose} />;
  }
}

type NameDialogProps = Omit<InterviewActDialogProps, "act"> & { act: "rename" | "duplicate" };

function NameDialog({ interview: { interviewId, name }, act, onClose }: NameDialogProps) {
  const renaming = useUpdateInterview(interviewId);
  const duplicating = useAddInterview();
  const [, go] = useLocation();
  const { data: interviews = [] } = useInterviews();
  const copyName = nameOfCopy(
    name,
    interviews.map((each) => each.name),
  );
  const { error, isPending } = act === "rename" ? renaming : duplicating;
  const submit = ({ currentTarget }: SubmitEvent<HTMLFormElement>) => {
    const named = String(new FormData(currentTarget).get("name"));
    if (act === "rename") return renaming.mutate({ name: named }, { onSuccess: onClose });
    const from = { kind: "copy" as const, interviewId };
    return duplicating.mutate(
      { name: named, from },
      { onSuccess: ({ interviewId: copyId }) => go(`/interviews/${copyId}`) },
    );
  };
  return (
    <FormDialog title={t(`interviews.${act}.title`, { name })} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label={t("interviews.name")}
          hint={t("interviews.nameHint")}
          name="name"
          defaultValue={act === "rename" ? name : copyName}
          maxLength={INTERVIEW_NAME_MAX_LENGTH}
          error={faultOf(error, "name")}
          required
          data-autofocus=""
        />
        <ErrorMessage error={error} />
        <Button variant="primary" type="submit" busy={isPending}>
          {t(`interviews.act.${act}`)}
        </Button>
      </Form>
    </FormDialog>
  );
}

function DeleteDialog({ interview: { interviewId, name }, onClose }: Omit<InterviewActDialogProps, "act">) {
  const deleting = useDeleteInterview(interviewId);
  return (
    <Dialog
      title={t("interviews.delete.title", { name })}
      closeLabel={t("dialog.close")}
      onClose={onClose}
      confirms
      actions={
        <Button
          variant="danger"
          icon="trash"
          busy={deleting.isPending}
          onClick={() => deleting.mutate(undefined, { onSuccess: onClose })}
        >
          {t("interviews.act.delete")}
        </Button>
      }
    >
      <p>{t("interviews.delete.what")}</p>
      <ErrorMessage error={deleting.error} />
    </Dialog>
  );
}

type ChangeDialogProps = Omit<InterviewActDialogProps, "act"> & { act: keyof typeof CHANGES };

function ChangeDialog({ interview: { interviewId, name }, act, onClose }: ChangeDialogProps) {
  const changing = useUpdateInterview(interviewId);
  const change = () => changing.mutate(CHANGES[act], { onSuccess: onClose });
  return (
    <Dialog
      title={t(`interviews.${act}.title`, { name })}
      closeLabel={t("dialog.close")}
      onClose={onClose}
      confirms
      actions={
        <Button variant="primary" busy={changing.isPending} onClick={change}>
          {t(`interviews.act.${act}`)}
        </Button>
      }
    >
      <p>{t(`interviews.${act}.what`)}</p>
      <ErrorMessage error={changing.error} />
    </Dialog>
  );
}
