import { createSecretKey } from "node:crypto";
import { describe } from "vitest";
import { audioSuite } from "./audio.suite.ts";
import { clientListSuite } from "./client-list.suite.ts";
import { dataKeySuite } from "./data-keys.suite.ts";
import type { MasterKey, MasterKeys, Seals } from "./data-keys.ts";
import { engineSuite } from "./engine.suite.ts";
import type { Engine } from "./engine.ts";
import { erasingSuite } from "./erasing.suite.ts";
import { jobSuite } from "./jobs.suite.ts";
import { keySuite } from "./keys.suite.ts";
import { limitSuite } from "./limits.suite.ts";
import { lookSuite } from "./looks.suite.ts";
import { mailSuite } from "./mails.suite.ts";
import { managerIdentitySuite } from "./manager-identities.suite.ts";
import { managerSuite } from "./managers.suite.ts";
import { noteSuite } from "./notes.suite.ts";
import { pinSuite } from "./pins.suite.ts";
import { queueFigureSuite } from "./queue-figures.suite.ts";
import { recordSuite } from "./records.suite.ts";
import { secondFactorSuite } from "./second-factors.suite.ts";
import { sectionTimeSuite } from "./section-times.suite.ts";
import type { ComposedRecord, NewClient, NewKey, SaveCommand, Storage } from "./storage.ts";
import { takeSuite } from "./takes.suite.ts";
import { threadSuite } from "./threads.suite.ts";
import { transcriptSuite } from "./transcripts.suite.ts";
import { webhookSuite } from "./webhooks.suite.ts";

/** An empty database of one engine, with the storage upon it. */
export type OpenedStorage = { engine: Engine; seals: Seals; storage: Storage };

/** What every engine promises; run once for each real database. */
export function storageSuite(open: () => Promise<OpenedStorage>): void {
  describe("the engine:", () => engineSuite(open));
  describe("keys and sessions:", () => keySuite(open));
  describe("limits:", () => limitSuite(open));
  describe("PINs:", () => pinSuite(open));
  describe("account managers:", () => managerSuite(open));
  describe("second factors and sessions:", () => secondFactorSuite(open));
  describe("who managers are at a provider:", () => managerIdentitySuite(open));
  describe("the managers' lists:", () => clientListSuite(open));
  describe("records:", () => recordSuite(open));
  describe("takes:", () => takeSuite(open));
  describe("copies of takes:", () => audioSuite(open));
  describe("jobs:", () => jobSuite(open));
  describe("data keys:", () => dataKeySuite(open));
  describe("erasing and exporting:", () => erasingSuite(open));
  describe("transcripts:", () => transcriptSuite(open));
  describe("threads:", () => threadSuite(open));
  describe("looks:", () => lookSuite(open));
  describe("notes:", () => noteSuite(open));
  describe("section times:", () => sectionTimeSuite(open));
  describe("webhooks:", () => webhookSuite(open));
  describe("mail:", () => mailSuite(open));
  describe("how long the queues are:", () => queueFigureSuite(open));
}

/** An instant that every test may start from. */
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

/** A save of a record that holds this text. */
export function aSave(text: string, more: Partial<SaveCommand> = {}): SaveCommand {
  const composed: ComposedRecord = {
    record: { "website-form": { url: text } },
    interviewHash: "h1",
    completed: 1,
    total: 13,
    percent: 8,
    completeQuestions: ["website-info"],
    lastSection: "website",
  };
  return {
    clientId: "cl_1",
    at: NOW,
    expectedRevision: undefined,
    interviewHash: "h1",
    needsPrevious: false,
    compose: () => composed,
    isAnswered: () => false,
    ...more,
  };
}

/** A master key of which every byte is the same. */
export function masterKey(id: string, byte = 7): MasterKey {
  return { id, key: createSecretKey(Buffer.alloc(32, byte)) };
}

/** Master keys of a test's own; the first is the current one. */
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
