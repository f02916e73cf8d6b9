import autocannon, { type Result } from "autocannon";
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

/** Each connection saves 4 kB of its own client, again and again. `url` is that of the client's calls. */
export async function loadWithSaves(
  { url, tokens }: { url: string; tokens: string[] },
  { connections, rate, ...length }: Load,
): Promise<Result> {
  let connection = 0;
  let save = 0;
  const result = await autocannon({
    url,
    connections,
    ...("saves" in length ? { amount: length.saves } : { duration: length.seconds }),
    ...(rate !== undefined && { overallRate: Math.round(rate) }),
    method: "PUT",
    setupClient(client) {
      const token = tokens[connection++ % tokens.length];
      client.setHeaders({ authorization: `Bearer ${token}`, "content-type": "application/json" });
      client.setBody(record(save++));
      client.on("response", () => client.setBody(record(save++)));
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result;
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
