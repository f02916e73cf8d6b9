import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import autocannon, { type Result } from "autocannon";
import { etagOf, revisionOf } from "#contract/etag.ts";
import * as issueKey from "../server/access-keys/issue-key.ts";
import { readConfig } from "../server/config.ts";
import { openInstallation } from "../server/open-installation.ts";

/** Clients that save, for the measurements that load a server with them. */

/** The access keys of new clients. */
export async function addClients(env: NodeJS.ProcessEnv, count: number): Promise<string[]> {
  const installation = await openInstallation(readConfig(env));
  const clients = Array.from({ length: count }, (_, number) => ({ name: `Client ${number}` }));
  const added = await issueKey.addClients({ ...installation, now: Date.now() }, clients);
  await installation.storage.close();
  return added.map(({ accessKey }) => accessKey);
}

/** A session token for each key. */
export async function signIn(url: string, keys: string[]): Promise<string[]> {
  const tokens: string[] = [];
  for (const key of keys) {
    const response = await fetch(`${url}/v1/auth/exchange`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key }),
    });
    tokens.push(((await response.json()) as { data: { accessToken: string } }).data.accessToken);
  }
  return tokens;
}

/** `rate`: saves a second at most, of all connections together; as many as go where there is none. */
type Load = { connections: number; rate?: number } & ({ seconds: number } | { saves: number });

/** What was under way when the last load ended is stored by then. */
const SETTLED_AFTER_MS = 200;

/**
 * Each connection saves 4 kB of its own client, again and again, as the app does: upon the revision that it knows, under
 * a key that tells a repeat. `url` is that of the client's calls.
 */
export async function loadWithSaves(
  { url, tokens }: { url: string; tokens: string[] },
  { connections, rate, ...length }: Load,
): Promise<Result> {
  await setTimeout(SETTLED_AFTER_MS);
  const savers = await Promise.all(tokens.slice(0, connections).map((token) => saverOf(url, token)));
  let connection = 0;
  let save = 0;
  const result = await autocannon({
    url,
    connections,
    ...("saves" in length ? { amount: length.saves } : { duration: length.seconds }),
    ...(rate !== undefined && { overallRate: Math.round(rate) }),
    method: "PUT",
    setupClient(client) {
      const saver = savers[connection++ % savers.length] as Saver;
      const prepare = () =>
        client.setHeadersAndBody(
          {
            authorization: `Bearer ${saver.token}`,
            "content-type": "application/json",
            "if-match": etagOf(saver.revision++),
            "idempotency-key": randomUUID(),
          },
          record(save++),
        );
      prepare();
      client.on("response", prepare);
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result;
}

type Saver = { token: string; revision: number };

/** A server without records begins at 0. */
async function saverOf(url: string, token: string): Promise<Saver> {
  const { headers } = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return { token, revision: revisionOf(headers.get("etag") ?? etagOf(0)) ?? 0 };
}

/** A record of about 4 kB, different every time. */
function record(number: number): string {
  const responses = Array.from({ length: 8 }, (_, place) => ({
    type: "text",
    content: `${number} ${"We write invoices on Sunday evening. ".repeat(10)}`,
    timestamp: "2026-11-21T10:00:00.000Z",
    id: `answer-${place}`,
  }));
  return JSON.stringify({
    data: {
      "tool-selection": { selectedTools: ["xero", "wix"], customTools: "", toolRatings: { xero: 3 } },
      "customer-acquisition": { section: "leads-booking", question: "customer-acquisition", responses },
    },
  });
}
