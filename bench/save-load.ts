import { randomUUID } from "node:crypto";
import autocannon, { type Result } from "autocannon";
import { etagOf, revisionOf } from "../contract/api/etag.ts";
import * as issueKey from "../server/access-keys/issue-key.ts";
import { openInstallation } from "../server/open-installation.ts";
import { readConfig } from "../server/settings/config.ts";
import { expectAnswered, type Load, loadSavers, type Saver } from "./saver.ts";

/** Clients that save, for measurements under load. */

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

/**
 * Saves as the app does for the client of a session token: based on the revision it knows, with an idempotency key.
 * `path` is the address of the client's record.
 */
export function clientSaver(token: string, path = "/v1/onboarding"): Saver {
  const headers = { authorization: `Bearer ${token}` };
  let revision = 0;
  return {
    method: "PUT",
    path,
    headers,
    body: (record) => record,
    async begin(origin) {
      const { headers: answered } = await fetch(origin + path, { headers });
      // a server without records sends no ETag
      revision = revisionOf(answered.get("etag") ?? etagOf(0)) ?? 0;
    },
    headersOfNext: () => ({ "if-match": etagOf(revision++), "idempotency-key": randomUUID() }),
  };
}

/** Each connection repeatedly saves 4 kB for its own client. `url` is the address of the client's calls. */
export async function loadWithSaves(
  { url, tokens }: { url: string; tokens: string[] },
  load: Load,
): Promise<Result> {
  const { origin, pathname } = new URL(url);
  const savers = tokens.map((token) => clientSaver(token, pathname));
  return (await loadSavers(origin, savers, load)).result;
}

/** Each connection repeatedly loads its own client's record. Throws if a load is refused or fails. */
export async function loadWithLoads(
  { url, tokens }: { url: string; tokens: string[] },
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Result> {
  let connection = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) =>
      client.setHeaders({ authorization: `Bearer ${tokens[connection++ % tokens.length]}` }),
  });
  expectAnswered(url, result);
  return result;
}
