import { CHAIN_START, type ChainHead, linkAfter } from "../storage/audit/audit-chain.ts";
import type { ChainedEvent } from "../storage/audit/events.ts";
import type { Storage } from "../storage/storage.ts";

const EVENTS_AT_ONCE = 1_000;

/** Sequence numbers of events start at 1. */
export type AuditFault =
  /** The event or its position in the trail differs from what was written. */
  | { kind: "changed"; seq: number }
  | { kind: "missing"; from: number; to: number }
  /** The number of events that are not part of the trail. */
  | { kind: "outside"; count: number }
  /** The head of the trail is not stored. */
  | { kind: "no-head" }
  /** The trail is not the one, or no longer the one, whose head was noted. */
  | { kind: "other-head"; seq: number };

export type AuditVerdict = { head: ChainHead; faults: AuditFault[] };

/**
 * Verifies the whole trail, oldest entry first. `noted` is an earlier head, kept where a person with write access to
 * the database cannot change it; without one, a trail forged from some event to its end goes unnoticed.
 */
export async function verifyAudit(storage: Pick<Storage, "audit">, noted?: ChainHead): Promise<AuditVerdict> {
  // read first, because a running server may add events meanwhile
  const stored = await storage.audit.chainHead();
  if (!stored) return { head: CHAIN_START, faults: [{ kind: "no-head" }] };
  const { outside, ...head } = stored;
  const faults: AuditFault[] = outside > 0 ? [{ kind: "outside", count: outside }] : [];
  let last = CHAIN_START;
  for await (const event of eventsUntil(storage, head.seq)) {
    faults.push(...faultsOf(event, last, noted));
    last = { seq: event.seq, hash: event.hash };
  }
  if (last.seq < head.seq) faults.push({ kind: "missing", from: last.seq + 1, to: head.seq });
  else if (last.hash !== head.hash) faults.push({ kind: "changed", seq: last.seq });
  if (noted && noted.seq > head.seq) faults.push({ kind: "other-head", seq: noted.seq });
  return { head, faults };
}

function faultsOf(event: ChainedEvent, last: ChainHead, noted: ChainHead | undefined): AuditFault[] {
  const { seq, hash } = event;
  const faults: AuditFault[] = [];
  if (seq > last.seq + 1) faults.push({ kind: "missing", from: last.seq + 1, to: seq - 1 });
  // after a gap, the expected hash is unknown
  else if (linkAfter(last, event).hash !== hash) faults.push({ kind: "changed", seq });
  if (noted?.seq === seq && noted.hash !== hash) faults.push({ kind: "other-head", seq });
  return faults;
}

async function* eventsUntil(storage: Pick<Storage, "audit">, lastSeq: number) {
  let afterSeq = 0;
  while (afterSeq < lastSeq) {
    const page = await storage.audit.listChain({ afterSeq, limit: EVENTS_AT_ONCE });
    yield* page.filter(({ seq }) => seq <= lastSeq);
    const next = page.at(-1)?.seq;
    if (next === undefined) return;
    afterSeq = next;
  }
}
