import { type ChildProcess, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as issueKey from "../server/access-keys/issue-key.ts";
import { type Installation, openInstallation } from "../server/open-installation.ts";
import { readConfig } from "../server/settings/config.ts";
import type { Engine } from "../server/storage/engine/engine.ts";
import { insertMail } from "../server/storage/outbox/mail-outbox.ts";
import { openSqlite } from "../server/storage/sqlite/sqlite.ts";
import { queueTakeIn } from "../tests/support/data/queued-take.ts";
import { median, type Table } from "./figures.ts";
import { addClients, loadWithSaves, signIn } from "./save-load.ts";
import { startProcess } from "./start-process.ts";

const CONNECTIONS = 50;
const ROUND_SECONDS = 4;
const QUEUED = 10_000;
const AT_ONCE = 500;

type Target = { name: string; url: string; tokens: string[] };
type Starting = { env: NodeJS.ProcessEnv; prepare?: (env: NodeJS.ProcessEnv) => Promise<void> };

/**
 * How much the queues slow down saves: without any; with mail, reminders, a webhook and a transcriber but nothing to
 * do; and with 10,000 due mails, messages and takes each, for receivers that accept them but never answer.
 */
export async function benchQueues(rounds: number): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-bench-"));
  const children: ChildProcess[] = [];
  const silent = await startSilent();
  const { port } = silent.address() as AddressInfo;
  const set = settingsFor(port);
  const start = (name: string, more: NodeJS.ProcessEnv, prepare?: Starting["prepare"]) =>
    startTarget(name, children, { env: { ...envOf(folder, name), ...more }, ...(prepare && { prepare }) });
  try {
    const targets = [
      await start("nothing set", {}),
      await start("queues with nothing to do", set, (env) => inData(env, (data) => subscribe(data, port))),
      await start(`queues of ${QUEUED.toLocaleString("en")} each`, set, (env) =>
        inData(env, async (data) => {
          await subscribe(data, port);
          await fillQueues(data, soundIn(folder));
        }),
      ),
    ];
    return await measure(targets, rounds);
  } finally {
    for (const child of children) child.kill();
    silent.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function envOf(folder: string, name: string): NodeJS.ProcessEnv {
  const data = join(folder, name.replaceAll(/\W/g, "-"));
  return { FIRSTHAND_DATA: data, FIRSTHAND_RATE_SESSION: "0", PORT: "0", NODE_ENV: "production" };
}

function settingsFor(port: number): NodeJS.ProcessEnv {
  return {
    FIRSTHAND_SMTP_URL: `smtp://127.0.0.1:${port}`,
    FIRSTHAND_MAIL_FROM: "Firsthand <hello@example.com>",
    FIRSTHAND_REMINDERS: "on",
    FIRSTHAND_TRANSCRIBER: "openai",
    FIRSTHAND_TRANSCRIBER_URL: `http://127.0.0.1:${port}`,
    FIRSTHAND_TRANSCRIBER_KEY: "none",
    FIRSTHAND_WEBHOOKS_PRIVATE: "1",
  };
}

/** Accepts every connection and never answers. */
function startSilent(): Promise<Server> {
  const server = createServer((socket) => void socket.on("error", () => undefined));
  return new Promise((settle) => server.listen(0, "127.0.0.1", () => settle(server)));
}

async function startTarget(
  name: string,
  children: ChildProcess[],
  { env, prepare }: Starting,
): Promise<Target> {
  await prepare?.(env);
  const keys = await addClients(env, CONNECTIONS);
  const url = await startProcess(["bin/firsthand.js", "serve"], env, children);
  return { name, url: `${url}/v1/onboarding`, tokens: await signIn(url, keys) };
}

type Data = { installation: Installation; engine: Engine };

async function inData(env: NodeJS.ProcessEnv, work: (data: Data) => Promise<void>): Promise<void> {
  const config = readConfig(env);
  const installation = await openInstallation(config);
  const engine = await openSqlite(config.databaseFile);
  await work({ installation, engine });
  await engine.close();
  await installation.storage.close();
}

async function subscribe({ installation }: Data, port: number): Promise<void> {
  const webhook = {
    webhookId: "wh_bench",
    address: `http://127.0.0.1:${port}/`,
    kinds: ["client.created" as const],
    format: "standard" as const,
    answers: "none" as const,
    secret: "whsec_YmVuY2htYXJrYmVuY2htYXJrYmVuY2htYXJr",
    madeBy: null,
    createdAt: Date.now(),
  };
  await installation.storage.webhooks.add(webhook, 1, []);
}

/** The webhook gets a message for each added client. */
async function fillQueues({ installation, engine }: Data, sound: Uint8Array): Promise<void> {
  const now = Date.now();
  for (let first = 0; first < QUEUED; first += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, place) => first + place);
    const added = await issueKey.addClients(
      { ...installation, now },
      numbers.map((number) => ({ name: `Client ${number}`, email: `client-${number}@example.com` })),
    );
    await Promise.all(
      added.map(async ({ clientId }) => {
        await engine.write((db) =>
          insertMail(db, { kind: "not-started", clientId, askedBy: "bench", at: now }),
        );
        await queueTakeIn(engine, { clientId, takeId: "take" }, { sound, now });
      }),
    );
  }
}

/** A tone of one second, so that the server processes it like a real recording. */
function soundIn(folder: string): Uint8Array {
  const file = join(folder, "tone.webm");
  execFileSync("ffmpeg", [
    "-loglevel",
    "error",
    "-f",
    "lavfi",
    "-i",
    "sine",
    "-t",
    "1",
    "-c:a",
    "libopus",
    file,
  ]);
  return readFileSync(file);
}

async function measure(targets: Target[], rounds: number): Promise<Table[]> {
  const rates = new Map(targets.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const target of targets) {
      const { requests } = await loadWithSaves(target, { connections: CONNECTIONS, seconds: ROUND_SECONDS });
      // the first round warms up
      if (round > 0) rates.get(target.name)?.push(requests.average);
    }
  }
  const [base = []] = rates.values();
  const rows = [...rates].map(([name, each]) => {
    const ratios = each.map((rate, round) => rate / (base[round] ?? Number.NaN));
    return [name, median(each).toFixed(0), median(ratios).toFixed(2)];
  });
  return [{ heads: ["4 kB saves, 50 connections", "saves/s", "/ nothing set"], rows: rows }];
}
