import { useState } from "react";
import type { Thread } from "#contract/manage/follow-ups.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { Failure } from "../../ui/Failure.tsx";
import { AskBackForm } from "./AskBackForm.tsx";
import styles from "./QuestionThread.module.css";
import { ThreadEntries } from "./ThreadEntries.tsx";
import { type ThreadName, useApprove, useTakeBack, useUnapprove } from "./use-follow-ups.ts";

type QuestionThreadProps = {
  name: ThreadName;
  thread: Thread | undefined;
  /** The one that is read here; undefined where there is no answer to approve. */
  revision: number | undefined;
  title: string;
};

/** What was asked back and approved at a question, and the way to do either. */
export function QuestionThread({ name, thread, revision, title }: QuestionThreadProps) {
  const [form, setForm] = useState<"never-open" | "open" | "closed">("never-open");
  const takingBack = useTakeBack(name);
  const approving = useApprove(name);
  const unapproving = useUnapprove(name);
  const { state = "none", entries = [] } = thread ?? {};
  return (
    <div className={styles.thread}>
      <ThreadEntries entries={entries} title={title} />
      <Failure error={takingBack.error ?? approving.error ?? unapproving.error} />
      {form === "open" ? (
        <AskBackForm name={name} onClose={() => setForm("closed")} />
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
