import type { RecordChange } from "#contract/record/answered-again.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { keyWaitQueries } from "./access/key-waits.ts";
import type { InSession } from "./access/live-session.ts";
import { pepperQueries } from "./access/peppers.ts";
import { pinQueries } from "./access/pins.ts";
import { rateCountQueries } from "./access/rate-counts.ts";
import { sessionQueries } from "./access/sessions.ts";
import { eventQueries } from "./audit/events.ts";
import { clientListQueries } from "./clients/client-list.ts";
import { clientQueries } from "./clients/clients.ts";
import { eraseQueries } from "./clients/erasing.ts";
import { unchangedClientQueries } from "./clients/inactive-clients.ts";
import { noteQueries } from "./clients/notes.ts";
import { lookQueries } from "./clients/read-markers.ts";
import { sectionTimeQueries } from "./clients/section-times.ts";
import type { Engine, EngineStats, TransactionNote } from "./engine/engine.ts";
import { threadQueries } from "./follow-ups/threads.ts";
import { mailPlanQueries } from "./mail/mail-plan.ts";
import { mailWishQueries } from "./mail/mail-preferences.ts";
import { mailQueries } from "./mail/mails.ts";
import { managerIdentityQueries } from "./managers/manager-identities.ts";
import { managerSessionQueries } from "./managers/manager-sessions.ts";
import { managerQueries } from "./managers/managers.ts";
import { secondFactorQueries } from "./managers/second-factors.ts";
import { secondStepQueries } from "./managers/second-steps.ts";
import { jobQueries } from "./outbox/jobs.ts";
import { queueFigureQueries } from "./queue-stats.ts";
import { historyQueries } from "./records/history.ts";
import { interviewQueries } from "./records/interviews.ts";
import { recordQueries } from "./records/records.ts";
import { submissionQueries } from "./records/submissions.ts";
import type { Seals } from "./sealing/data-keys.ts";
import { masterKeyQueries } from "./sealing/master-key-uses.ts";
import { sealEarlierQueries } from "./sealing/seal-plaintext.ts";
import { takeDropQueries } from "./takes/take-drops.ts";
import { takePartQueries } from "./takes/take-parts.ts";
import { takeQueries } from "./takes/takes.ts";
import { transcriptQueries } from "./takes/transcripts.ts";
import { savedTellingQueries } from "./webhooks/debounced-notices.ts";
import { deliveryQueries } from "./webhooks/deliveries.ts";
import { webhookQueries } from "./webhooks/webhooks.ts";

/** Instants are epoch milliseconds throughout. */

export type EventKind =
  | "client.added"
  | "client.changed"
  | "client.erased"
  | "key.issued"
  | "key.revoked"
  | "key.refused"
  | "session.opened"
  | "session.ended"
  | "pin.set"
  | "pin.removed"
  | "pin.refused"
  | "pin.stopped"
  | "record.submitted"
  | "record.restored"
  | "question.asked-back"
  | "question.taken-back"
  | "question.answered"
  | "question.approved"
  | "question.unapproved"
  | "note.added"
  | "note.changed"
  | "note.deleted"
  | "take.deleted"
  | "take.dropped"
  | "manager.added"
  | "manager.changed"
  | "manager.revoked"
  | "manager.revived"
  | "manager.link-made"
  | "manager.password-set"
  | "manager.linked"
  | "manager.unlinked"
  | "manager.refused"
  | "manager.signed-in"
  | "manager.signed-out"
  | "manager.code-asked"
  | "manager.second-factor-on"
  | "manager.second-factor-off"
  | "manager.second-factor-removed"
  | "manager.recovery-codes-made"
  | "manager.sessions-ended"
  | "token.added"
  | "token.revoked"
  | "webhook.added"
  | "webhook.changed"
  | "webhook.switched-on"
  | "webhook.switched-off"
  | "webhook.secret-rotated"
  | "webhook.removed"
  | "webhook.tested"
  | "webhook.redelivered"
  | "mail.asked-for"
  | "mail.sent"
  | "mail.refused"
  | "mail.opted-out"
  | "mail.choices-changed"
  | "mail.template-changed"
  | "mail.template-removed";

/** One line of the audit trail. */
export type StorageEvent = {
  at: number;
  kind: EventKind;
  /** Who did it: a client's or manager's id, `operator`, or `nobody` where no one was signed in. */
  actor: string;
  clientId?: string;
  keyId?: string;
  requestId?: string;
  /** A word or two: the cause of a refusal, the revision that was restored, a take's or a webhook's id. Never a key, a token or an answer. */
  detail?: string;
  /** From where, without the part that tells one household from the next: an IPv4 /24 or an IPv6 /48. */
  address?: string;
};

export type StoredKey = {
  keyId: string;
  clientId: string;
  /** HMAC-SHA-256 of the key's secret part, hex. */
  secretHash: string;
  pepperId: string;
  createdAt: number;
  expiresAt: number;
  revokedAt: number | null;
  lastUsedAt: number | null;
};
export type NewKey = Omit<StoredKey, "revokedAt" | "lastUsedAt">;

export type StoredClient = { clientId: string; name: string; createdAt: number };
/** What a manager may change. A client without a manager is the administrators'. */
export type ClientFacts = {
  name?: string | undefined;
  email?: string | null | undefined;
  managerId?: string | null | undefined;
};
export type NewClient = StoredClient &
  Omit<ClientFacts, "name"> & {
    /** 32 random bytes, base64url. */
    draftKey: string;
  };

/** What lists show of a record without opening it. */
export type RecordSummary = {
  revision: number;
  completed: number;
  total: number;
  percent: number;
  completeQuestions: string[];
  lastSection: string | null;
  savedAt: number;
  submittedAt: number | null;
};
export type ListedClient = StoredClient & { record: RecordSummary | null };

export type Session = {
  tokenHash: string;
  /** Public: names the session to whoever may end it. */
  sessionId: string;
  keyId: string;
  clientId: string;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
};

export type StoredRecord = StoredAt & { record: ClientRecord };
/** The record as JSON. */
export type StoredText = StoredAt & { text: string };
type StoredAt = { revision: number; savedAt: number; submittedAt: number | null };

/** One step of a record's history; the newest is the record. */
export type StoredRevision = {
  revision: number;
  savedAt: number;
  /** Set where this very revision was submitted. */
  submittedAt: number | null;
};

/** A record ready to be stored, with what its summary row says. */
export type ComposedRecord = {
  record: ClientRecord;
  /** The interview whose entries are all that the record holds; empty when there are others to carry over. */
  interviewHash: string;
  completed: number;
  total: number;
  percent: number;
  completeQuestions: string[];
  lastSection: string | null;
};

export type SaveCommand = InSession & {
  clientId: string;
  at: number;
  /** The save is a conflict when the record has another one; undefined where the caller does not mind. */
  expectedRevision: number | undefined;
  /** A stored record of another interview is handed to `compose`, which may have entries to carry over. */
  interviewHash: string;
  /** Hand the stored record to `compose` in any case. */
  needsPrevious: boolean;
  /** Pure; runs inside the transaction. */
  compose(previous: ClientRecord | undefined): ComposedRecord;
  /** Set to store a submission of the record under this id. */
  submissionId?: string;
  idempotency?: { key: string; requestHash: string };
  requestId?: string;
  /** Pure: whether the change answers what was asked back then at that question. */
  isAnswered(asked: { questionId: string; askedAt: number }, change: RecordChange): boolean;
};

export type SaveOutcome =
  | { kind: "saved"; revision: number; savedAt: number; submittedAt: number | null }
  | { kind: "conflict"; revision: number }
  | { kind: "idempotency-mismatch" };

export type RestoreCommand = {
  clientId: string;
  /** The one to bring back. */
  revision: number;
  at: number;
  /** Pure. Its record is not stored: the revision's own text is. */
  compose(record: ClientRecord): ComposedRecord;
};

/** A change of the record by the server itself. */
export type ReviseCommand = {
  clientId: string;
  at: number;
  /** Pure; undefined where there is nothing to change. */
  revise(record: ClientRecord): ComposedRecord | undefined;
};

export type RestoreOutcome =
  | { kind: "restored"; revision: number; replaced: number }
  /** The record has that content already. */
  | { kind: "unchanged"; revision: number }
  /** Not stored any more, or never was; `newest` is 0 where nothing was ever saved. */
  | { kind: "missing"; newest: number };

/**
 * Everything that is kept. Two engines implement `Engine`; the queries stand once, in this folder. Each method
 * rejects with StorageUnavailable where the database cannot serve. What a method writes, it writes in one transaction
 * with the events it is given.
 */
export type Storage = ReturnType<typeof clientQueries> &
  ReturnType<typeof clientListQueries> &
  ReturnType<typeof managerQueries> &
  ReturnType<typeof managerIdentityQueries> &
  ReturnType<typeof managerSessionQueries> &
  ReturnType<typeof secondFactorQueries> &
  ReturnType<typeof secondStepQueries> &
  ReturnType<typeof sessionQueries> &
  ReturnType<typeof keyWaitQueries> &
  ReturnType<typeof rateCountQueries> &
  ReturnType<typeof pinQueries> &
  ReturnType<typeof pepperQueries> &
  Omit<ReturnType<typeof recordQueries>, "reviseRecord" | "readRecordIn"> &
  ReturnType<typeof historyQueries> &
  ReturnType<typeof submissionQueries> &
  ReturnType<typeof interviewQueries> &
  ReturnType<typeof takeQueries> &
  ReturnType<typeof takePartQueries> &
  ReturnType<typeof takeDropQueries> &
  ReturnType<typeof jobQueries> &
  ReturnType<typeof transcriptQueries> &
  ReturnType<typeof threadQueries> &
  ReturnType<typeof lookQueries> &
  ReturnType<typeof noteQueries> &
  ReturnType<typeof sectionTimeQueries> &
  ReturnType<typeof webhookQueries> &
  ReturnType<typeof deliveryQueries> &
  ReturnType<typeof savedTellingQueries> &
  ReturnType<typeof eraseQueries> &
  ReturnType<typeof sealEarlierQueries> &
  ReturnType<typeof masterKeyQueries> &
  ReturnType<typeof unchangedClientQueries> &
  ReturnType<typeof mailQueries> &
  ReturnType<typeof mailPlanQueries> &
  ReturnType<typeof mailWishQueries> &
  ReturnType<typeof queueFigureQueries> &
  ReturnType<typeof eventQueries> & {
    /** Rejects where the database does not answer. */
    check(): Promise<void>;
    /** Asks the database nothing. */
    engineStats(): EngineStats;
    /** One watcher at a time; on an engine that tells nothing it is never called. */
    watchTransactions(note: TransactionNote): void;
    close(): Promise<void>;
  };

export function createStorage(engine: Engine, seals: Seals): Storage {
  const { reviseRecord, readRecordIn, ...records } = recordQueries(engine, seals);
  return {
    ...clientQueries(engine, seals),
    ...clientListQueries(engine),
    ...managerQueries(engine),
    ...managerIdentityQueries(engine),
    ...managerSessionQueries(engine),
    ...sessionQueries(engine, seals),
    ...secondFactorQueries(engine, seals),
    ...secondStepQueries(engine, seals),
    ...keyWaitQueries(engine),
    ...rateCountQueries(engine),
    ...pinQueries(engine),
    ...pepperQueries(engine),
    ...records,
    ...historyQueries(engine),
    ...submissionQueries(engine, seals),
    ...interviewQueries(engine),
    ...takeQueries(engine, seals),
    ...takePartQueries(engine, seals),
    ...takeDropQueries(engine, seals),
    ...jobQueries(engine),
    ...transcriptQueries(engine, seals, reviseRecord),
    ...threadQueries(engine, seals, readRecordIn),
    ...lookQueries(engine, seals),
    ...noteQueries(engine, seals),
    ...sectionTimeQueries(engine),
    ...webhookQueries(engine, seals),
    ...deliveryQueries(engine, seals),
    ...savedTellingQueries(engine, seals),
    ...eraseQueries(engine, seals),
    ...sealEarlierQueries(engine, seals),
    ...masterKeyQueries(engine, seals),
    ...unchangedClientQueries(engine),
    ...mailQueries(engine),
    ...mailPlanQueries(engine),
    ...mailWishQueries(engine),
    ...queueFigureQueries(engine),
    ...eventQueries(engine),
    check: () => engine.read(async (db) => void (await db.selectFrom("installation").select("id").execute())),
    engineStats: () => engine.stats?.() ?? {},
    watchTransactions: (note) => engine.watchTransactions?.(note),
    close: () => engine.close(),
  };
}
