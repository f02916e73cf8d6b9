import { accessKeyQueries } from "./access/access-keys.ts";
import { helperQueries } from "./access/helping.ts";
import { keyWaitQueries } from "./access/key-waits.ts";
import { passkeyQueries } from "./access/passkeys.ts";
import { pinQueries } from "./access/pins.ts";
import { rateCountQueries } from "./access/rate-counts.ts";
import { sessionQueries } from "./access/sessions.ts";
import { signInLinkQueries } from "./access/sign-in-links.ts";
import { eventQueries } from "./audit/events.ts";
import { bulkQueries } from "./bulk/bulk.ts";
import { clientDigestQueries } from "./clients/client-digest.ts";
import { clientListQueries } from "./clients/client-list.ts";
import { clientQueries } from "./clients/clients.ts";
import { eraseQueries } from "./clients/erasing.ts";
import { fieldQueries } from "./clients/fields.ts";
import { inactiveClientQueries } from "./clients/inactive-clients.ts";
import { noteQueries } from "./clients/notes.ts";
import { readMarkerQueries } from "./clients/read-markers.ts";
import { shareQueries } from "./clients/shares.ts";
import { tagQueries } from "./clients/tags.ts";
import { viewQueries } from "./clients/views.ts";
import type { Engine, EngineStats, TransactionNote } from "./engine/engine.ts";
import { draftQueries } from "./follow-ups/drafts.ts";
import { followUpQueries } from "./follow-ups/follow-ups.ts";
import { catalogChangeQueries } from "./interviews/catalog-changes.ts";
import { interviewDraftQueries } from "./interviews/interview-drafts.ts";
import { interviewQueries } from "./interviews/interviews.ts";
import { publishingQueries } from "./interviews/publishing.ts";
import { digestQueries } from "./mail/digests.ts";
import { linkMailQueries } from "./mail/link-mails.ts";
import { mailPlanQueries } from "./mail/mail-plan.ts";
import { mailPreferenceQueries } from "./mail/mail-preferences.ts";
import { mailQueries } from "./mail/mails.ts";
import { absenceQueries } from "./managers/absences.ts";
import { apiTokenQueries } from "./managers/api-tokens.ts";
import { knownBrowserQueries } from "./managers/known-browsers.ts";
import { managerIdentityQueries } from "./managers/manager-identities.ts";
import { managerSessionQueries } from "./managers/manager-sessions.ts";
import { managerQueries } from "./managers/managers.ts";
import { repeatableCallQueries } from "./managers/repeatable-calls.ts";
import { secondFactorQueries } from "./managers/second-factors.ts";
import { secondStepQueries } from "./managers/second-steps.ts";
import { jobQueries } from "./outbox/jobs.ts";
import { queueStatQueries } from "./queue-stats.ts";
import { historyQueries } from "./records/history.ts";
import { recordQueries } from "./records/records.ts";
import { submissionQueries } from "./records/submissions.ts";
import { summaryQueries } from "./records/summaries.ts";
import { transcriptQueries } from "./records/transcripts.ts";
import type { DataKeyring } from "./sealing/data-keys.ts";
import { masterKeyQueries } from "./sealing/master-key-uses.ts";
import { sealPlaintextQueries } from "./sealing/seal-plaintext.ts";
import { settingQueries } from "./settings/settings.ts";
import { takePartQueries } from "./takes/take-parts.ts";
import { takeDropQueries, takeQueries } from "./takes/takes.ts";
import { timelineQueries } from "./timeline/timeline.ts";
import { savedNoticeQueries } from "./webhooks/debounced-notices.ts";
import { deliveryQueries } from "./webhooks/deliveries.ts";
import { inactiveNoticeQueries } from "./webhooks/inactive-notices.ts";
import { webhookQueries } from "./webhooks/webhooks.ts";
/**
 * Everything that the server stores, by topic. Two engines implement `Engine`; each query is written once, in this
 * folder. Each method rejects with StorageUnavailable if the database cannot serve, and writes its changes and the
 * given events in one transaction. Instants are epoch milliseconds throughout.
 */
export interface Storage extends ReturnType<typeof createStorage> {}

export function createStorage(engine: Engine, seals: DataKeyring) {
  const { records, inTransaction } = recordQueries(engine, seals);
  return {
    records: joinQueries(
      joinQueries(records, summaryQueries(engine, seals)),
      joinQueries(historyQueries(engine), submissionQueries(engine, seals)),
    ),
    interviews: joinQueries(
      interviewQueries(engine),
      joinQueries(
        publishingQueries(engine),
        joinQueries(interviewDraftQueries(engine), catalogChangeQueries(engine)),
      ),
    ),
    clients: joinQueries(
      clientQueries(engine, seals, inTransaction.saveFirst),
      joinQueries(
        joinQueries(clientListQueries(engine), clientDigestQueries(engine)),
        inactiveClientQueries(engine),
      ),
    ),
    tags: tagQueries(engine),
    fields: fieldQueries(engine, seals),
    views: viewQueries(engine),
    readMarkers: readMarkerQueries(engine, seals),
    notes: noteQueries(engine, seals),
    shares: shareQueries(engine, seals),
    drafts: draftQueries(engine, seals),
    followUps: followUpQueries(engine, seals, inTransaction.readRevisions),
    erasing: eraseQueries(engine, seals),
    accessKeys: joinQueries(
      accessKeyQueries(engine, seals),
      joinQueries(keyWaitQueries(engine), joinQueries(signInLinkQueries(engine), passkeyQueries(engine))),
    ),
    helpers: helperQueries(engine, seals),
    pins: pinQueries(engine),
    sessions: sessionQueries(engine, seals),
    limits: rateCountQueries(engine),
    takes: joinQueries(
      takeQueries(engine, seals),
      joinQueries(
        takePartQueries(engine, seals),
        joinQueries(takeDropQueries(engine, seals), transcriptQueries(engine, seals, inTransaction.revise)),
      ),
    ),
    managers: joinQueries(managerQueries(engine), absenceQueries(engine)),
    managerSessions: joinQueries(managerSessionQueries(engine), knownBrowserQueries(engine)),
    apiTokens: apiTokenQueries(engine),
    repeatableCalls: repeatableCallQueries(engine, seals),
    identities: managerIdentityQueries(engine),
    secondFactors: joinQueries(secondFactorQueries(engine, seals), secondStepQueries(engine, seals)),
    webhooks: joinQueries(
      webhookQueries(engine, seals),
      joinQueries(savedNoticeQueries(engine, seals), inactiveNoticeQueries(engine, seals)),
    ),
    deliveries: deliveryQueries(engine, seals),
    mail: joinQueries(
      joinQueries(mailQueries(engine, seals), linkMailQueries(engine)),
      joinQueries(joinQueries(mailPlanQueries(engine), digestQueries(engine)), mailPreferenceQueries(engine)),
    ),
    bulk: bulkQueries(engine, seals, inTransaction.readRevisions),
    settings: settingQueries(engine, seals),
    jobs: jobQueries(engine),
    audit: eventQueries(engine),
    timeline: timelineQueries(engine),
    sealing: joinQueries(masterKeyQueries(engine, seals), sealPlaintextQueries(engine, seals)),
    stats: queueStatQueries(engine),

    /** Whether several servers may work on this database at once. */
    isShared: engine.isShared,
    /** Rejects if the database does not answer. */
    check: (): Promise<void> =>
      engine.read(async (db) => void (await db.selectFrom("installation").select("id").execute())),
    /** The clock of the database's machine; undefined if that is this machine. */
    now: async (): Promise<number | undefined> => engine.now?.(),
    /** Does not query the database. */
    engineStats: (): EngineStats => engine.stats?.() ?? {},
    /** Only one watcher at a time. Does nothing on an engine that cannot report transactions. */
    watchTransactions: (note: TransactionNote): void => engine.watchTransactions?.(note),
    close: (): Promise<void> => engine.close(),
  };
}

/** Joins queries of one group from two files. Two queries with the same name do not compile. */
function joinQueries<One extends object, Other extends object>(
  one: One,
  other: Other & { [Name in keyof One]?: never },
): One & Other {
  return { ...one, ...other };
}
