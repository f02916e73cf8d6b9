import { useRef } from "react";
import type { PasskeyFacts } from "#contract/api/passkeys.ts";
import type { SessionFacts } from "#contract/api/sessions.ts";
import type { SessionStore } from "../session/session.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { timeOf } from "../ui/time-of.ts";
import styles from "./SessionsDialog.module.css";
import { useSessions } from "./use-sessions.ts";

type SessionsDialogProps = { session: SessionStore; onClose: () => void };

/** Lists where the client is signed in and which locks sign them in, with buttons to end those. */
export function SessionsDialog({ session, onClose }: SessionsDialogProps) {
  const { sessions, locks, error, isBusy, ended, end, endOthers, removeLock, reload } = useSessions(session);
  const list = useRef<HTMLUListElement>(null);
  const hasOthers = sessions?.some(({ isThis }) => !isThis) ?? false;
  /** Moves the focus to the list, because the button disappears with its line. */
  const keepFocus = () => list.current?.focus();
  return (
    <Dialog
      title={t("signedIn.title")}
      closeLabel={t("signedIn.close")}
      onClose={onClose}
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
          {sessions.map((each) => (
            <SessionLine
              key={each.sessionId}
              session={each}
              onEnd={() => {
                keepFocus();
                end(each.sessionId);
              }}
            />
          ))}
        </ul>
      )}
      {locks.length > 0 && (
        <>
          <h3 className={styles.locks}>{t("signedIn.locks")}</h3>
          <ul className={styles.list} aria-label={t("signedIn.locks")}>
            {locks.map((lock) => (
              <LockLine
                key={lock.passkeyId}
                lock={lock}
                onRemove={() => {
                  keepFocus();
                  removeLock(lock.passkeyId);
                }}
              />
            ))}
          </ul>
        </>
      )}
      <p role="status" className={styles.note}>
        {!sessions && isBusy && t("loading")}
        {ended === "session" && t("signedIn.ended")}
        {ended === "lock" && t("signedIn.removed")} {sessions && !hasOthers && t("signedIn.none")}
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
  return (
    <Line
      device={device}
      begun={begun}
      used={used}
      action={t("signedIn.end")}
      onAct={isThis ? undefined : onEnd}
    />
  );
}

type LockLineProps = { lock: PasskeyFacts; onRemove: () => void };

function LockLine({ lock: { device, addedAt, lastUsedAt }, onRemove }: LockLineProps) {
  const now = new Date();
  const added = t("signedIn.added", { time: timeOf(addedAt, now) });
  const used = lastUsedAt ? t("signedIn.used", { time: timeOf(lastUsedAt, now) }) : t("signedIn.unused");
  return <Line device={device} begun={added} used={used} action={t("signedIn.remove")} onAct={onRemove} />;
}

type LineProps = {
  device: string | null;
  begun: string;
  used: string;
  action: string;
  /** Undefined for a line without a button. */
  onAct: (() => void) | undefined;
};

function Line({ device, begun, used, action, onAct }: LineProps) {
  const name = device ?? t("signedIn.unknown");
  return (
    <li className={styles.session}>
      <span>
        <strong>{name}</strong>
        <br />
        <small>{`${begun} · ${used}`}</small>
      </span>
      {onAct && (
        <Button size="small" variant="danger" onClick={onAct}>
          {action}
          <span className="visually-hidden">{` ${name}, ${begun}`}</span>
        </Button>
      )}
    </li>
  );
}
