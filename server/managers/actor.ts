import type { EventKind, StorageEvent } from "../storage/audit/events.ts";

/** The actor of commands on the server. */
export const OPERATOR = "operator";

/** Who acts, when, and in which request: part of every entry of the audit trail. */
export type Actor = {
  /** A manager's id, the operator, or a fixed name for a caller who has not signed in. */
  actor: string;
  at: number;
  requestId?: string;
  address?: string;
  /** The device of a manager's session, in our own words; null where it is unknown. */
  device?: string | null;
  /** Whether administrators are notified by mail of this actor's changes to accounts. */
  isNotified?: boolean;
};

type About = Pick<StorageEvent, "clientId" | "keyId" | "detail">;

/** An entry of the audit trail. */
export function eventOf(actor: Actor, kind: EventKind, about: About = {}): StorageEvent {
  return { ...actor, kind, ...about };
}
