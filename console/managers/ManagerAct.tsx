import type { UseMutationResult } from "@tanstack/react-query";
import { Button } from "../../web/ui/Button.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import styles from "./ManagerDialog.module.css";

type ManagerActProps<Answer> = {
  managerId: string;
  act: UseMutationResult<Answer, Error, string>;
  /** The explanation below the button. */
  hint: string;
  label: string;
  /** The message after success; left out if the account's row shows the result. */
  done?: (answer: Answer) => string;
};

/** One action of an administrator on another account: a button, a hint, and the outcome. */
export function ManagerAct<Answer>({ managerId, act, hint, label, done }: ManagerActProps<Answer>) {
  return (
    <div className={styles.act}>
      <Button busy={act.isPending} onClick={() => act.mutate(managerId)}>
        {label}
      </Button>
      <p>{hint}</p>
      {done && <p role="status">{act.isSuccess && done(act.data)}</p>}
      <ErrorMessage error={act.error} />
    </div>
  );
}
