import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { RecordInput } from "../contract/record/record.ts";
import * as issueKey from "../server/access-keys/issue-key.ts";
import { openInstallation } from "../server/open-installation.ts";
import { saveRecord } from "../server/records/save-record.ts";
import { readConfig } from "../server/settings/config.ts";
import { importAnother, publishChanged } from "./another-interview.ts";
import { percentile, type Table } from "./figures.ts";
import { addClients, clientSaver, signIn } from "./save-load.ts";
import { record } from "./saver.ts";
import { startProcess } from "./start-process.ts";

const BEFORE_MS = 5_000;
const BETWEEN_SAVES_MS = 5;
const AT_ONCE = 100;

/** How long a save takes while the server recounts all clients of an interview after a new version. */
export async function benchAskAnew(_rounds: number, clients: number): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-bench-"));
  const children: ChildProcess[] = [];
  const env = { FIRSTHAND_DATA: folder, FIRSTHAND_RATE_SESSION: "0", PORT: "0", NODE_ENV: "production" };
  try {
    const [key = ""] = await addClients(env, 1);
    const url = await startProcess(["bin/firsthand.js", "serve"], env, children);
    const interviewId = await importAnother({ ...process.env, ...env });
    await addRecords(env, interviewId, clients);
    const [token = ""] = await signIn(url, [key]);
    const save = savesOf(`${url}/v1/onboarding`, token);
    const before = await timesUntil(save, async (since) => performance.now() - since > BEFORE_MS);
    const begun = performance.now();
    await publishChanged({ ...process.env, ...env }, interviewId);
    const isOver = jobsIn(readConfig(env).databaseFile);
    const during = await timesUntil(save, isOver);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const row = (name: string, times: number[]) => [
      name,
      String(times.length),
      percentile(times, 0.5).toFixed(1),
      percentile(times, 0.99).toFixed(1),
      Math.max(...times).toFixed(1),
    ];
    const heads = ["one save after another", "saves", "p50 ms", "p99 ms", "longest ms"];
    const count = clients.toLocaleString("en");
    const rows = [row("before", before), row(`while ${count} are counted again, ${seconds} s`, during)];
    return [{ heads, rows }];
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds clients of that interview who have saved 4 kB each, in batches that fit into one write. */
async function addRecords(env: NodeJS.ProcessEnv, interviewId: string, count: number): Promise<void> {
  const installation = await openInstallation(readConfig(env));
  const { storage, book } = installation;
  await book.refresh();
  const version = book.current(interviewId);
  const now = Date.now();
  for (let first = 0; first < count; first += AT_ONCE) {
    const facts = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, nth) => ({
      name: `Client ${first + nth}`,
      interviewId,
    }));
    const ids = await issueKey.addClientsWithoutKey({ ...installation, now }, facts);
    for (const [nth, clientId] of ids.entries()) {
      const { data } = JSON.parse(record(first + nth)) as { data: RecordInput };
      const saving = { clientId, now, requestId: "bench", expectedRevision: 0, idempotencyKey: undefined };
      const saved = await saveRecord(storage, version, { data, submit: false }, saving);
      if (saved.kind !== "saved") throw new Error(`A record was not stored: ${saved.kind}`);
    }
  }
  await storage.close();
}

/** Returns a function that saves a new record of 4 kB and resolves to the milliseconds it took. */
function savesOf(address: string, token: string): () => Promise<number> {
  const { headers, headersOfNext, body } = clientSaver(token);
  let number = 0;
  return async () => {
    const begun = performance.now();
    const answer = await fetch(address, {
      method: "PUT",
      headers: { "content-type": "application/json", ...headers, ...headersOfNext?.() },
      body: body(record(number++)),
    });
    await answer.text();
    if (!answer.ok) throw new Error(`A save was answered ${answer.status}`);
    return performance.now() - begun;
  };
}

async function timesUntil(
  save: () => Promise<number>,
  isOver: (since: number) => Promise<boolean>,
): Promise<number[]> {
  const since = performance.now();
  const times: number[] = [];
  do {
    times.push(await save());
    await setTimeout(BETWEEN_SAVES_MS);
  } while (!(await isOver(since)));
  return times;
}

/** Returns a function that checks whether the job is done. The publish has already queued the job. */
function jobsIn(file: string): () => Promise<boolean> {
  const database = new DatabaseSync(file, { readOnly: true });
  const waiting = database.prepare("select count(*) as jobs from jobs where kind = 'ask-anew'");
  return async () => Number(waiting.get()?.jobs) === 0;
}
