import type { EventKind, StorageEvent } from "../storage/audit/events.ts";

/** The person who uses the commands. */
export const OPERATOR = "operator";

/** Who does something, when, and by which request: what every line of the audit trail says. */
export type Actor = {
  /** A manager's id, the operator, `nobody` before a sign-in. */
  actor: string;
  at: number;
  requestId?: string;
  address?: string;
  /** Of a manager's session, in words of our own; null where it is unknown. */
  device?: string | null;
  /** Whether administrators are notified by mail of what this actor does to accounts. */
  isNotified?: boolean;
};

type About = Pick<StorageEvent, "clientId" | "keyId" | "detail">;

/** A line of the audit trail. */
export function eventOf(actor: Actor, kind: EventKind, about: About = {}): StorageEvent {
  return { ...actor, kind, ...about };
}
