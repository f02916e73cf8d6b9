import { createSecretKey } from "node:crypto";
import { describe } from "vitest";
import { keySuite } from "./access/access-keys.suite.ts";
import type { NewKey } from "./access/access-keys.ts";
import { helperSuite } from "./access/helping.suite.ts";
import { passkeySuite } from "./access/passkeys.suite.ts";
import { pinSuite } from "./access/pins.suite.ts";
import { limitSuite } from "./access/rate-counts.suite.ts";
import { signInLinkSuite } from "./access/sign-in-links.suite.ts";
import { eventPageSuite } from "./audit/event-pages.suite.ts";
import { bulkSuite } from "./bulk/bulk.suite.ts";
import type { ListView } from "./clients/client-conditions.ts";
import { clientDigestSuite } from "./clients/client-digest.suite.ts";
import { clientListSuite } from "./clients/client-list.suite.ts";
import { clientOverviewSuite } from "./clients/client-overview.suite.ts";
import type { NewClient } from "./clients/clients.ts";
import { erasingSuite } from "./clients/erasing.suite.ts";
import { fieldSuite } from "./clients/fields.suite.ts";
import { importedClientSuite } from "./clients/imported-clients.suite.ts";
import { noteSuite } from "./clients/notes.suite.ts";
import type { InterviewOutline } from "./clients/progress-conditions.ts";
import { readMarkerSuite } from "./clients/read-markers.suite.ts";
import { remindersOffSuite } from "./clients/reminders-off.suite.ts";
import { shareSuite } from "./clients/shares.suite.ts";
import { viewSuite } from "./clients/views.suite.ts";
import { OWN_INTERVIEW } from "./engine/client-interview.ts";
import { engineSuite } from "./engine/engine.suite.ts";
import type { Engine } from "./engine/engine.ts";
import { draftSuite } from "./follow-ups/drafts.suite.ts";
import { followUpSuite } from "./follow-ups/follow-ups.suite.ts";
import { interviewSuite } from "./interviews/interviews.suite.ts";
import { digestSuite } from "./mail/digests.suite.ts";
import { mailSuite } from "./mail/mails.suite.ts";
import { absenceSuite } from "./managers/absences.suite.ts";
import { knownBrowserSuite } from "./managers/known-browsers.suite.ts";
import { managerIdentitySuite } from "./managers/manager-identities.suite.ts";
import { managerSuite } from "./managers/managers.suite.ts";
import { repeatableCallSuite } from "./managers/repeatable-calls.suite.ts";
import { secondFactorSuite } from "./managers/second-factors.suite.ts";
import { jobSuite } from "./outbox/jobs.suite.ts";
import { queueFigureSuite } from "./queue-stats.suite.ts";
import { recordSuite } from "./records/records.suite.ts";
import type { ComposedRecord, SaveCommand } from "./records/save-records.ts";
import { transcriptSuite } from "./records/transcripts.suite.ts";
import { dataKeySuite } from "./sealing/data-keys.suite.ts";
import type { DataKeyring, MasterKey, MasterKeys } from "./sealing/data-keys.ts";
import { plaintextSuite } from "./sealing/seal-plaintext.suite.ts";
import { settingSuite } from "./settings/settings.suite.ts";
import type { Storage } from "./storage.ts";
import { audioSuite } from "./takes/audio.suite.ts";
import { takeSuite } from "./takes/takes.suite.ts";
import { timelineSuite } from "./timeline/timeline.suite.ts";
import { inactiveNoticeSuite } from "./webhooks/inactive-notices.suite.ts";
import { webhookSuite } from "./webhooks/webhooks.suite.ts";

/** An empty database of one engine, with its storage. */
export type OpenedStorage = { engine: Engine; seals: DataKeyring; storage: Storage };

/** What every engine promises; runs once for each real database. */
export function storageSuite(open: () => Promise<OpenedStorage>): void {
  describe("the engine:", () => engineSuite(open));
  describe("acts on many clients:", () => bulkSuite(open));
  describe("imported clients:", () => importedClientSuite(open));
  describe("keys and sessions:", () => keySuite(open));
  describe("sign-in links:", () => signInLinkSuite(open));
  describe("passkeys:", () => passkeySuite(open));
  describe("helpers:", () => helperSuite(open));
  describe("pages of the audit trail:", () => eventPageSuite(open));
  describe("limits:", () => limitSuite(open));
  describe("PINs:", () => pinSuite(open));
  describe("account managers:", () => managerSuite(open));
  describe("browsers that accounts know:", () => knownBrowserSuite(open));
  describe("managers who are away:", () => absenceSuite(open));
  describe("second factors and sessions:", () => secondFactorSuite(open));
  describe("identities of managers at a provider:", () => managerIdentitySuite(open));
  describe("idempotent calls:", () => repeatableCallSuite(open));
  describe("the managers' lists:", () => clientListSuite(open));
  describe("the overview:", () => clientOverviewSuite(open));
  describe("clients without reminders:", () => remindersOffSuite(open));
  describe("interviews:", () => interviewSuite(open));
  describe("records:", () => recordSuite(open));
  describe("takes:", () => takeSuite(open));
  describe("copies of takes:", () => audioSuite(open));
  describe("jobs:", () => jobSuite(open));
  describe("data keys:", () => dataKeySuite(open));
  describe("data stored as plain text:", () => plaintextSuite(open));
  describe("erasing and exporting:", () => erasingSuite(open));
  describe("transcripts:", () => transcriptSuite(open));
  describe("follow-ups:", () => followUpSuite(open));
  describe("read markers:", () => readMarkerSuite(open));
  describe("notes:", () => noteSuite(open));
  describe("shares:", () => shareSuite(open));
  describe("follow-up drafts:", () => draftSuite(open));
  describe("own fields:", () => fieldSuite(open));
  describe("saved views:", () => viewSuite(open));
  describe("the timeline:", () => timelineSuite(open));
  describe("webhooks:", () => webhookSuite(open));
  describe("notices of stalled clients:", () => inactiveNoticeSuite(open));
  describe("settings:", () => settingSuite(open));
  describe("mail:", () => mailSuite(open));
  describe("digests:", () => digestSuite(open));
  describe("the contents of a digest:", () => clientDigestSuite(open));
  describe("the lengths of the queues:", () => queueFigureSuite(open));
}

/** An instant from which every test may start. */
export const NOW = Date.parse("2026-03-01T12:00:00Z");

export const aClient = (clientId = "cl_1", name = "Rosa"): NewClient => ({
  clientId,
  name,
  createdAt: NOW,
  draftKey: "d".repeat(43),
});

export const aKey = (keyId = "KEY01", clientId = "cl_1"): NewKey => ({
  keyId,
  clientId,
  secretHash: `hash of ${keyId}`,
  pepperId: "p1",
  createdAt: NOW,
  expiresAt: NOW + 1_000_000,
});

/** A save of a record that contains this text. */
export function aSave(text: string, more: Partial<SaveCommand> = {}): SaveCommand {
  const composed: ComposedRecord = {
    record: { "website-form": { url: text } },
    interviewHash: "h1",
    completed: 1,
    total: 13,
    percent: 8,
    completeQuestions: ["website-info"],
    notAsked: [],
    missing: [],
    lastSection: "website",
  };
  return {
    clientId: "cl_1",
    at: NOW,
    expectedRevision: undefined,
    interviewHash: "h1",
    interview: { interviewId: OWN_INTERVIEW, version: null },
    needsPrevious: false,
    compose: () => composed,
    isAnswered: () => false,
    answerIds: () => [],
    ...more,
  };
}

/** A master key whose bytes are all the same. */
export function masterKey(id: string, byte = 7): MasterKey {
  return { id, key: createSecretKey(Buffer.alloc(32, byte)) };
}

/** Master keys of a test; the first one is the current one. */
export function testMasterKeys(...keys: MasterKey[]): MasterKeys {
  const all = keys.length > 0 ? keys : [masterKey("m1")];
  return {
    current() {
      const [first] = all;
      if (!first) throw new Error("There is no master key");
      return first;
    },
    find: (id) => all.find((key) => key.id === id),
  };
}

/** The questions that the clients of every installation's first interview are asked. */
export const TEST_OUTLINE: InterviewOutline = {
  interviewId: OWN_INTERVIEW,
  sections: [
    { id: "first", questions: ["q1", "q2"] },
    { id: "second", questions: ["q3", "q4"] },
  ],
  conditional: [],
};

/** The list view of this reader at that instant; a client is late at once, without waiting for a day to pass. */
export function aListView(readerId: string, at: number, more: Partial<ListView> = {}): ListView {
  return {
    readerId,
    today: new Date(at).toISOString().slice(0, 10),
    startOfDay: Date.parse,
    invitedBefore: at,
    activeBefore: at,
    reminders: 3,
    remindedSince: at - 60 * 86_400_000,
    asked: [TEST_OUTLINE],
    ...more,
  };
}
