import type { UseMutationResult } from "@tanstack/react-query";
import { Button } from "../../web/ui/Button.tsx";
import { Failure } from "../ui/Failure.tsx";
import styles from "./ManagerDialog.module.css";

type ManagerActProps<Answer> = {
  managerId: string;
  act: UseMutationResult<Answer, Error, string>;
  /** What the act is for, below its button. */
  hint: string;
  label: string;
  /** What is said after it was done; nothing where the account's row says it. */
  done?: (answer: Answer) => string;
};

/** One act of an administrator on somebody else's account: its button, a hint, and what came of it. */
export function ManagerAct<Answer>({ managerId, act, hint, label, done }: ManagerActProps<Answer>) {
  return (
    <div className={styles.act}>
      <Button busy={act.isPending} onClick={() => act.mutate(managerId)}>
        {label}
      </Button>
      <p>{hint}</p>
      {done && <p role="status">{act.isSuccess && done(act.data)}</p>}
      <Failure error={act.error} />
    </div>
  );
}
