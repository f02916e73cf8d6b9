import { useRef } from "react";
import type { SessionFacts } from "#contract/api/sessions.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { timeOf } from "../../ui/time-of.ts";
import { useActions } from "../use-actions.ts";
import styles from "./SessionsDialog.module.css";
import { useSessions } from "./use-sessions.ts";

/** Where the client is signed in; elsewhere they can sign out from here. */
export function SessionsDialog() {
  const { closeDialog } = useActions();
  const { sessions, error, isBusy, hasEnded, end, endOthers, reload } = useSessions();
  const list = useRef<HTMLUListElement>(null);
  const hasOthers = sessions?.some(({ isThis }) => !isThis) ?? false;
  /** A button that goes with its line leaves the focus with the list. */
  const keepFocus = () => list.current?.focus();
  return (
    <Dialog
      title={t("signedIn.title")}
      closeLabel={t("signedIn.close")}
      onClose={closeDialog}
      actions={
        hasOthers && (
          <Button
            busy={isBusy}
            onClick={() => {
              keepFocus();
              endOthers();
            }}
          >
            {t("signedIn.endOthers")}
          </Button>
        )
      }
    >
      <p>{t("signedIn.text")}</p>
      {sessions && (
        <ul ref={list} className={styles.list} aria-label={t("signedIn.list")} tabIndex={-1}>
          {sessions.map((session) => (
            <SessionLine
              key={session.sessionId}
              session={session}
              onEnd={() => {
                keepFocus();
                end(session.sessionId);
              }}
            />
          ))}
        </ul>
      )}
      <p role="status" className={styles.note}>
        {!sessions && isBusy && t("loading")}
        {hasEnded && t("signedIn.ended")} {sessions && !hasOthers && t("signedIn.none")}
      </p>
      {error !== undefined && (
        <p role="alert" className={styles.note}>
          {error}{" "}
          <Button size="small" onClick={reload}>
            {t("signedIn.again")}
          </Button>
        </p>
      )}
    </Dialog>
  );
}

type SessionLineProps = { session: SessionFacts; onEnd: () => void };

function SessionLine({ session: { device, begunAt, lastUsedAt, isThis }, onEnd }: SessionLineProps) {
  const now = new Date();
  const begun = t("signedIn.since", { time: timeOf(begunAt, now) });
  const used = isThis ? t("signedIn.this") : t("signedIn.used", { time: timeOf(lastUsedAt, now) });
  const name = device ?? t("signedIn.unknown");
  return (
    <li className={styles.session}>
      <span>
        <strong>{name}</strong>
        <br />
        <small>{`${begun} · ${used}`}</small>
      </span>
      {!isThis && (
        <Button size="small" variant="danger" onClick={onEnd}>
          {t("signedIn.end")}
          <span className="visually-hidden">{` ${name}, ${begun}`}</span>
        </Button>
      )}
    </li>
  );
}
