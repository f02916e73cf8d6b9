import type { ReactNode } from "react";
import type { BulkAct } from "#contract/manage/bulk.ts";
import { Button } from "../../web/ui/Button.tsx";
import { FormDialog } from "../ui/dialogs/FormDialog.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import styles from "./ActDialog.module.css";
import type { BulkTarget } from "./bulk-target.ts";
import { useBulk } from "./use-bulk.ts";

/** The props of every dialog of a bulk action. */
export type ActDialogProps = {
  target: BulkTarget;
  total: number;
  onClose: () => void;
  onStarted: (bulkId: string) => void;
};

type FrameProps = Omit<ActDialogProps, "total"> & {
  title: string;
  /** The label of the submit button. */
  submit: string;
  /** Returns undefined if nothing was entered that could be done. */
  actIn: (fields: FormData) => BulkAct | undefined;
  /** Whether the action can't be undone. */
  isDangerous?: boolean;
  /** A second button beside the submit button. */
  second?: { label: string; act: BulkAct };
  children: ReactNode;
};

/** A dialog with a form that starts a bulk action. */
export function ActDialog({
  title,
  submit,
  actIn,
  isDangerous = false,
  second,
  children,
  ...of
}: FrameProps) {
  const { target, onClose, onStarted } = of;
  const { start } = useBulk();
  const run = (act: BulkAct | undefined) => {
    if (act) start.mutate({ act, on: target }, { onSuccess: ({ bulkId }) => onStarted(bulkId) });
  };
  return (
    <FormDialog title={title} onClose={onClose}>
      <Form onSubmit={(event) => run(actIn(new FormData(event.currentTarget)))}>
        {children}
        <ErrorMessage error={start.error} />
        <div className={styles.buttons}>
          {second && (
            <Button busy={start.isPending} onClick={() => run(second.act)}>
              {second.label}
            </Button>
          )}
          <Button variant={isDangerous ? "danger" : "primary"} type="submit" busy={start.isPending}>
            {submit}
          </Button>
        </div>
      </Form>
    </FormDialog>
  );
}
