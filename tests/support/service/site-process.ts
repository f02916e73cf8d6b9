import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { ClientSignIn } from "#contract/api/calls.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { addClient, issueKey } from "../../../server/access-keys/issue-key.ts";
import { openInstallation } from "../../../server/open-installation.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { auditTrail } from "../data/audit-trail.ts";
import { privateWords, privateWordsInLog, secretsIn } from "./private-words-in-log.ts";
import { PROGRAM, PROGRAM_ENV, WITHOUT_PDF } from "./program.ts";

const PROVIDER = "Brightside Onboarding";

export type TestClient = { clientId: string; clientName: string; accessKey: string };
export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * The product as an operator starts it: a separate process on a free port with an empty data folder, and with a test's
 * further settings.
 */
export async function startSite(settings: { [name: string]: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-e2e-"));
  const env = {
    ...PROGRAM_ENV,
    PORT: "0",
    FIRSTHAND_DATA: folder,
    // logs everything, because the log is searched at the end
    FIRSTHAND_LOG_LEVEL: "trace",
    FIRSTHAND_PROVIDER_NAME: PROVIDER,
    NODE_ENV: "production",
    // allows HTTP on purpose, since there is no TLS here
    FIRSTHAND_INSECURE_HTTP: "1",
    ...WITHOUT_PDF,
    ...settings,
  };
  const lines: string[] = [];
  const first = await startServer(env, lines);
  const { url } = first;
  let server: ChildProcess | undefined = first.server;
  const config = readConfig(env);
  const installation = await openInstallation(config);

  let inForce = env;

  async function stop(): Promise<void> {
    if (!server) return;
    // waits for the end of its output and not only of the process
    const closed = once(server, "close");
    server.kill();
    await closed;
    server = undefined;
  }

  /** Stops the server if it runs, and starts it on the same data and port, with the changed settings. */
  async function restart(changed: { [name: string]: string } = {}): Promise<void> {
    await stop();
    inForce = { ...env, PORT: new URL(url).port, ...changed };
    ({ server } = await startServer(inForce, lines));
  }

  return {
    url,
    providerName: PROVIDER,
    stop,
    restart,
    /** The same database, opened beside the server. */
    storage: installation.storage,
    databaseFile: config.databaseFile,

    /** A client with a key, added directly to the same database. */
    async addClient(clientName = "Rosa's Bakery", now = Date.now()): Promise<TestClient> {
      const added = await addClient({ ...installation, now }, { name: clientName });
      return { clientName, clientId: added.clientId, accessKey: added.accessKey };
    },

    /** The client with another key, for tests that sign in more often than one key may in a minute. */
    async withNewKey(client: TestClient): Promise<TestClient> {
      const { accessKey } = await issueKey({ ...installation, now: Date.now() }, client.clientId);
      return { ...client, accessKey };
    },

    /** The output of a command that runs with the server's settings. */
    async firsthand(...args: string[]): Promise<string> {
      const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env: inForce });
      return stdout;
    },

    /** Gives a client a stored record, as if saved on another device. */
    async saveAs({ accessKey }: TestClient, data: RecordInput, more: object = {}): Promise<void> {
      const exchanged = await callJson("POST", "/v1/auth/exchange", { key: accessKey });
      const { accessToken } = (exchanged as { data: ClientSignIn }).data;
      await callJson("PUT", "/v1/onboarding", { data, ...more }, accessToken);
    },

    /** Throws if the server's trace log or the audit trail contains private words (promise P35). */
    async close(): Promise<void> {
      const words = await privateWords(installation.storage);
      const trail = JSON.stringify(auditTrail({ config }));
      await installation.storage.close();
      await stop();
      rmSync(folder, { recursive: true, force: true });
      const found = [...privateWordsInLog(lines, words), ...secretsIn(trail, words)];
      if (found.length > 0)
        throw new Error(`The log or the audit trail tells ${found.map(cutShort).join(", ")}`);
    },
  };

  async function callJson(method: string, path: string, body: unknown, token?: string): Promise<unknown> {
    const response = await fetch(url + path, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
}

async function startServer(
  env: NodeJS.ProcessEnv,
  lines: string[],
): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, [PROGRAM, "serve"], { env, stdio: ["ignore", "pipe", "pipe"] });
  return { server, url: await readAddress(server, lines) };
}

/** Waits for the line with the server's address. Collects all lines; warnings also go to the test's output. */
async function readAddress(server: ChildProcess, kept: string[]): Promise<string> {
  const { stdout, stderr } = server;
  if (!stdout || !stderr) throw new Error("The server was started without pipes");
  const keep = (line: string) => {
    kept.push(line);
    if (!isQuiet(line)) process.stderr.write(`${line}\n`);
  };
  createInterface({ input: stderr }).on("line", keep);
  const lines = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`The server ended with ${code} before it was ready`)));
    lines.on("line", (line) => {
      keep(line);
      const address = /^Firsthand is ready: (http:\S+)$/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
}

function isQuiet(line: string): boolean {
  return line.startsWith("Firsthand is ready: ") || /^\{"level":[1-3]0,/.test(line);
}

function cutShort(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
