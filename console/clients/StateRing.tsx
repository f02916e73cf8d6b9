import type { ReactNode } from "react";
import type { ClientState } from "#contract/manage/clients.ts";
import styles from "./StateRing.module.css";

/** A ring that fills up as the state advances, shown beside the state's name. */
export function StateRing({ state }: { state: ClientState }) {
  return (
    <svg className={styles.ring} data-state={state} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {state === "approved" ? (
        <>
          <circle className={styles.full} cx="8" cy="8" r="7" />
          <path className={styles.tick} d="m5 8.2 2.1 2.1L11 6.2" />
        </>
      ) : (
        <circle className={styles.line} cx="8" cy="8" r="6.2" />
      )}
      {INSIDE[state]}
    </svg>
  );
}

const INSIDE: { [State in ClientState]?: ReactNode } = {
  opened: <circle className={styles.full} cx="8" cy="8" r="1.6" />,
  "in-progress": <path className={styles.full} d="M8 8V4.3A3.7 3.7 0 0 1 8 11.7Z" />,
  submitted: <circle className={styles.full} cx="8" cy="8" r="3.6" />,
};
