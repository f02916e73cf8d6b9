import { accessKeyQueries } from "./access/access-keys.ts";
import { keyWaitQueries } from "./access/key-waits.ts";
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
import { transcriptQueries } from "./records/transcripts.ts";
import type { Seals } from "./sealing/data-keys.ts";
import { masterKeyQueries } from "./sealing/master-key-uses.ts";
import { sealEarlierQueries } from "./sealing/seal-plaintext.ts";
import { takeDropQueries } from "./takes/take-drops.ts";
import { takePartQueries } from "./takes/take-parts.ts";
import { takeQueries } from "./takes/takes.ts";
import { savedTellingQueries } from "./webhooks/debounced-notices.ts";
import { deliveryQueries } from "./webhooks/deliveries.ts";
import { webhookQueries } from "./webhooks/webhooks.ts";
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
  ReturnType<typeof accessKeyQueries> &
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
    ...accessKeyQueries(engine),
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
