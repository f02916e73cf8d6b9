import { statSync } from "node:fs";
import type { Check } from "#contract/manage/checks.ts";
import { type AuditFault, verifyAudit } from "../managers/verify-audit.ts";
import type { Installation } from "../open-installation.ts";
import { pluralize } from "../runtime/pluralize.ts";
import { migrations } from "../storage/migrations/migrate.ts";
import { type QueueName, queueNames } from "../storage/queue-stats.ts";
import type { Storage } from "../storage/storage.ts";
import { clockCheck } from "./check-clock.ts";
import { roughDuration } from "./rough-duration.ts";

/** A running server starts due work at once and retries failures within hours. */
const DUE_WARNS_MS = 15 * 60_000;
const OTHERS = 0o077;

const QUEUES: { [Name in QueueName]: [one: string, many: string] } = {
  transcriptions: ["transcription", "transcriptions"],
  deliveries: ["message to a webhook", "messages to webhooks"],
  mails: ["email", "emails"],
};

/** Checks of a database that was opened, which proves that its secrets fit. */
export function databaseChecks({ databaseName }: Installation, secretsFile: string): Check[] {
  return [
    { name: "database", state: "ok", found: `${databaseName}, schema ${migrations.length}, up to date.` },
    secretsCheck(secretsFile),
  ];
}

function secretsCheck(secretsFile: string): Check {
  const name = "secrets";
  if ((statSync(secretsFile).mode & OTHERS) !== 0)
    return {
      name,
      state: "warning",
      found: `Other users of this machine can read ${secretsFile}.`,
      advice: `Run "chmod 600 ${secretsFile}".`,
    };
  return { name, state: "ok", found: `${secretsFile} fits this database.` };
}

/** Compares the clock of a database server with this machine's. */
export async function checkDatabaseClock(
  storage: Pick<Storage, "now">,
  clock: () => number,
): Promise<Check[]> {
  const askedAt = clock();
  const theirs = await storage.now();
  if (theirs === undefined) return [];
  const apart = Math.max(0, askedAt - theirs, theirs - clock());
  return [clockCheck("database clock", { whose: "The database", apart })];
}

/** Verifies the whole audit log. */
export async function checkAudit(storage: Pick<Storage, "audit">): Promise<Check> {
  const { head, faults } = await verifyAudit(storage);
  const name = "audit log";
  if (faults.length === 0) return { name, state: "ok", found: `${pluralize(head.seq, "event")}, unbroken.` };
  return {
    name,
    state: "failed",
    found: `The audit log is broken: ${pluralize(faults.length, "problem")} (${kindsOf(faults)}).`,
    advice: 'Run "firsthand audit verify" to see where.',
  };
}

function kindsOf(faults: AuditFault[]): string {
  return [...new Set(faults.map(({ kind }) => kind))].join(", ");
}

/** Whether queued work is being processed. */
export async function checkQueues(storage: Pick<Storage, "stats">, now: number): Promise<Check> {
  const name = "queues";
  const queues = await storage.stats.queues(now);
  const late = queueNames.filter((queue) => now - (queues[queue].dueAt ?? now) > DUE_WARNS_MS);
  if (late.length > 0) {
    const waits = late.map(
      (queue) =>
        `${pluralize(queues[queue].waiting, ...QUEUES[queue])} (for ${roughDuration(now - (queues[queue].dueAt ?? now))})`,
    );
    return {
      name,
      state: "warning",
      found: `Work is waiting: ${waits.join(", ")}.`,
      advice: "Check that the server is running, and read its log.",
    };
  }
  const busy = queueNames.filter((queue) => queues[queue].waiting > 0);
  const waiting = busy.map((queue) => pluralize(queues[queue].waiting, ...QUEUES[queue]));
  return {
    name,
    state: "ok",
    found: busy.length === 0 ? "Nothing is waiting." : `Planned or under way: ${waiting.join(", ")}.`,
  };
}
