import { useRef, useState } from "react";
import type { ListedFollowUp } from "#contract/manage/follow-ups.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { useFollowUpDraft } from "../../notes/use-note-draft.ts";
import { t } from "../../translate.ts";
import { Failure } from "../../ui/Failure.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { FollowUpEntries } from "./FollowUpEntries.tsx";
import { FollowUpForm } from "./FollowUpForm.tsx";
import styles from "./QuestionFollowUp.module.css";
import {
  type FollowUpName,
  useApprove,
  useMailFollowUps,
  useUnapprove,
  useWithdrawFollowUp,
} from "./use-follow-ups.ts";

type QuestionFollowUpProps = {
  name: FollowUpName;
  followUp: ListedFollowUp | undefined;
  /** The one that is read here; undefined where there is no answer to approve. */
  revision: number | undefined;
  title: string;
};

/** Shows a question's follow-ups and approvals, and lets the manager add either. */
export function QuestionFollowUp({ name, followUp, revision, title }: QuestionFollowUpProps) {
  const [written] = useFollowUpDraft(name);
  const [form, setForm] = useState<"never-open" | "open" | "closed">(written === "" ? "never-open" : "open");
  const takingBack = useWithdrawFollowUp(name);
  const approving = useApprove(name);
  const unapproving = useUnapprove(name);
  const actions = useRef<HTMLDivElement>(null);
  // the button that was pressed goes away
  const goOn = { onSuccess: () => actions.current?.querySelector("button")?.focus() };
  const mailing = useMailFollowUps(name.clientId);
  const { state = "none", entries = [], mailAt = null } = followUp ?? {};
  return (
    <div className={styles.followUp}>
      <FollowUpEntries entries={entries} title={title} />
      <Failure error={takingBack.error ?? approving.error ?? unapproving.error ?? mailing.error} />
      {mailAt !== null && (
        <p className={styles.mail}>
          {t("followUp.mailAt")} <Instant at={mailAt} never="" />
        </p>
      )}
      {form === "open" ? (
        <FollowUpForm name={name} onClose={() => setForm("closed")} />
      ) : (
        <div className={styles.actions} ref={actions}>
          {state !== "none" && (
            <span className={styles.state} data-state={state}>
              {t(`followUp.state.${state}`)}
            </span>
          )}
          <Act
            words={state === "asked-back" ? "followUp.takeBack" : "followUp.askBack"}
            title={title}
            // the keyboard's focus was in the form that has closed
            autoFocus={form === "closed"}
            onPress={() => (state === "asked-back" ? takingBack.mutate() : setForm("open"))}
          />
          {/* words that were begun stay within reach */}
          {state === "asked-back" && written !== "" && (
            <Act words="followUp.askBack" title={title} onPress={() => setForm("open")} />
          )}
          {mailAt !== null && (
            <Act words="followUp.sendNow" title={title} onPress={() => mailing.mutate(undefined, goOn)} />
          )}
          {revision !== undefined && state !== "approved" && (
            <Act
              words="followUp.approve"
              title={title}
              onPress={() => approving.mutate({ revision }, goOn)}
            />
          )}
          {(state === "approved" || state === "changed") && (
            <Act
              words="followUp.unapprove"
              title={title}
              onPress={() => unapproving.mutate(undefined, goOn)}
            />
          )}
        </div>
      )}
    </div>
  );
}

type ActProps = {
  words:
    | "followUp.takeBack"
    | "followUp.sendNow"
    | "followUp.askBack"
    | "followUp.approve"
    | "followUp.unapprove";
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
