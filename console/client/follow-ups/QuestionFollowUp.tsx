import { useState } from "react";
import type { FollowUp } from "#contract/manage/follow-ups.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { useFollowUpDraft } from "../../notes/use-note-draft.ts";
import { t } from "../../translate.ts";
import { Failure } from "../../ui/Failure.tsx";
import { FollowUpEntries } from "./FollowUpEntries.tsx";
import { FollowUpForm } from "./FollowUpForm.tsx";
import styles from "./QuestionFollowUp.module.css";
import { type FollowUpName, useApprove, useUnapprove, useWithdrawFollowUp } from "./use-follow-ups.ts";

type QuestionFollowUpProps = {
  name: FollowUpName;
  followUp: FollowUp | undefined;
  /** The one that is read here; undefined where there is no answer to approve. */
  revision: number | undefined;
  title: string;
};

/** What was asked back and approved at a question, and the way to do either. */
export function QuestionFollowUp({ name, followUp, revision, title }: QuestionFollowUpProps) {
  const [written] = useFollowUpDraft(name);
  const [form, setForm] = useState<"never-open" | "open" | "closed">(written === "" ? "never-open" : "open");
  const takingBack = useWithdrawFollowUp(name);
  const approving = useApprove(name);
  const unapproving = useUnapprove(name);
  const { state = "none", entries = [] } = followUp ?? {};
  return (
    <div className={styles.followUp}>
      <FollowUpEntries entries={entries} title={title} />
      <Failure error={takingBack.error ?? approving.error ?? unapproving.error} />
      {form === "open" ? (
        <FollowUpForm name={name} onClose={() => setForm("closed")} />
      ) : (
        <div className={styles.actions}>
          {state !== "none" && (
            <span className={styles.state} data-state={state}>
              {t(`thread.state.${state}`)}
            </span>
          )}
          <Act
            words={state === "asked-back" ? "thread.takeBack" : "thread.askBack"}
            title={title}
            // the keyboard's focus was in the form that has closed
            autoFocus={form === "closed"}
            onPress={() => (state === "asked-back" ? takingBack.mutate() : setForm("open"))}
          />
          {revision !== undefined && state !== "approved" && (
            <Act words="thread.approve" title={title} onPress={() => approving.mutate({ revision })} />
          )}
          {(state === "approved" || state === "changed") && (
            <Act words="thread.unapprove" title={title} onPress={() => unapproving.mutate()} />
          )}
        </div>
      )}
    </div>
  );
}

type ActProps = {
  words: "thread.takeBack" | "thread.askBack" | "thread.approve" | "thread.unapprove";
  title: string;
  autoFocus?: boolean;
  onPress: () => void;
};

function Act({ words, title, autoFocus = false, onPress }: ActProps) {
  return (
    <Button size="small" autoFocus={autoFocus} onClick={onPress}>
      {t(words)}
      <span className="visually-hidden">: {title}</span>
    </Button>
  );
}
