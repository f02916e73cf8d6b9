import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClientList } from "../contract/manage/clients.ts";
import { addClients } from "../server/access-keys/issue-key.ts";
import { type Installation, openInstallation } from "../server/open-installation.ts";
import { saveRecord } from "../server/records/save-record.ts";
import { readConfig } from "../server/settings/config.ts";
import { addAdministrator } from "./administrator.ts";
import { benchFirstRows } from "./console-page.ts";
import { openConsoleSession } from "./console-session.ts";
import { median, percentile, type Table } from "./figures.ts";
import { startProcess } from "./start-process.ts";

const CLIENTS = 10_000;
const CLIENTS_AT_ONCE = 1_000;
/** One in this many clients has saved something. */
const SAVED_EVERY = 2;
const CALLS_A_ROUND = 20;

const LAST_PAGE = "the last page, by last change";

const CALLS = {
  "the first page": "/clients",
  [LAST_PAGE]: "/clients?order=changed",
  "a search for a name": "/clients?search=bakery%209999",
  "a search that finds nothing": "/clients?search=nobody",
  "those who have stalled": "/clients?filter=stalled",
  "the overview": "/overview",
};

/**
 * How long an administrator's lists take with 10,000 clients: whole calls, from the request to the end of the answer;
 * and the page of the list.
 */
export async function benchConsole(rounds: number): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-bench-"));
  const children: ChildProcess[] = [];
  try {
    const env = { FIRSTHAND_DATA: folder, FIRSTHAND_RATE_SESSION: "0", PORT: "0", NODE_ENV: "production" };
    const { token, session } = await fill(env);
    const url = await startProcess(["bin/firsthand.js", "serve"], env, children);
    return [await measure(`${url}/v1/manage`, token, rounds), await benchFirstRows(url, session, rounds)];
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns an administrator's API token, and the session of another one in the console. */
async function fill(env: NodeJS.ProcessEnv): Promise<{ token: string; session: string }> {
  const installation = await openInstallation(readConfig(env));
  const { storage } = installation;
  const token = await addAdministrator(storage);
  for (let first = 0; first < CLIENTS; first += CLIENTS_AT_ONCE) await addSome(installation, first);
  const session = await openConsoleSession(storage);
  await storage.close();
  return { token, session };
}

async function addSome(installation: Installation, first: number): Promise<void> {
  const now = Date.now() - first * 60_000;
  const numbers = Array.from({ length: CLIENTS_AT_ONCE }, (_, place) => first + place);
  const added = await addClients(
    { ...installation, now },
    numbers.map((number) => ({ name: `Bakery ${number}`, email: `client-${number}@example.com` })),
  );
  const { storage, book } = installation;
  const saving = added
    .filter((_, place) => place % SAVED_EVERY === 0)
    .map(async ({ clientId, name }) => {
      const responses = [{ content: `We are ${name}.` }];
      const request = { data: { "team-and-business-setup": { responses } } };
      const facts = {
        clientId,
        now,
        requestId: "bench",
        expectedRevision: undefined,
        idempotencyKey: undefined,
      };
      await saveRecord(storage, book.current(), request, facts);
    });
  await Promise.all(saving);
}

async function measure(url: string, token: string, rounds: number): Promise<Table> {
  const times = new Map(Object.keys(CALLS).map((name) => [name, [] as number[]]));
  const calls = { ...CALLS, [LAST_PAGE]: await lastPage(url, token) };
  for (let round = 0; round <= rounds; round++) {
    for (const [name, path] of Object.entries(calls)) {
      for (let count = 0; count < CALLS_A_ROUND; count++) {
        const ms = await timeCall(url + path, token);
        // the first round warms up
        if (round > 0) times.get(name)?.push(ms);
      }
    }
  }
  const rows = [...times].map(([name, all]) => [
    name,
    median(all).toFixed(1),
    percentile(all, 0.99).toFixed(1),
    Math.max(...all).toFixed(1),
  ]);
  return { heads: ["10,000 clients, one call at a time", "p50 ms", "p99 ms", "longest ms"], rows };
}

/** Pages through the list; returns the path of its last page. */
async function lastPage(url: string, token: string): Promise<string> {
  const first = CALLS[LAST_PAGE];
  let path: string = first;
  for (;;) {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const { data } = (await response.json()) as { data: ClientList };
    if (data.next === null) return path;
    path = `${first}&after=${data.next}`;
  }
}

async function timeCall(address: string, token: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return performance.now() - began;
}
