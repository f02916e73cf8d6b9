import { lookup } from "node:dns";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { reusedEntry } from "#contract/interview.ts";
import { addClient } from "./access-keys/issue-key.ts";
import { buildApp } from "./app.ts";
import { openBriefs } from "./briefs/briefs.ts";
import { condemnListed } from "./clients/erase-client.ts";
import { type Config, hostInUrl } from "./config.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { createWorker, type Worker } from "./jobs/worker.ts";
import { openMail } from "./mail/open-mail.ts";
import { addManager, linkAddress } from "./managers/accounts.ts";
import { OPERATOR } from "./managers/actor.ts";
import { type Installation, openInstallation } from "./open-installation.ts";
import { openProvider } from "./openid/provider.ts";
import { ask } from "./outgoing/ask.ts";
import { openSite } from "./site.ts";
import { StorageRefusal } from "./storage/faults.ts";
import { rewriteLog } from "./storage/rewrite-log.ts";
import { lockForServer } from "./storage/server-lock.ts";
import { openRecording } from "./takes/open-recording.ts";
import { openWebhooks } from "./webhooks/open-webhooks.ts";

/** After SIGTERM, requests under way have this long. */
const STOP_LIMIT_MS = 8_000;
const SAMPLE_CLIENT = "Sample Client";
const SAMPLE_ADMINISTRATOR = {
  name: "Sample Administrator",
  email: "admin@example.com",
  role: "administrator" as const,
};

/** Runs the server until it is told to stop. `print` gets the lines that a person waits for. */
export async function serve(config: Config, print: (line: string) => void): Promise<void> {
  // asynchronous: lines that come together are written together, and no request waits for them
  const logStream = pino.destination({ sync: false });
  const logger = pino({ level: config.logLevel }, logStream);
  const clock = Date.now;
  // before the database is opened, which may change its schema
  const lock = config.databaseHosts ? undefined : lockForServer(config.databaseFile);
  if (lock) rewriteLog(config.databaseFile);
  const installation = await openInstallation(config);
  const { storage, asked } = installation;
  // a backup that was put in place by hand may have them; before anybody can sign in
  await condemnListed(installation, clock());
  const { providerName, dictation, isOpenIdOnly } = config;
  const openId = openProvider({ config, clock, lookup, ask });
  const { offer, kinds } = await openRecording({
    ...installation,
    config,
    env: process.env,
    lookup,
    clock,
    logger,
  });
  const site = openSite({
    providerName,
    dictation,
    interviewHash: asked.hash,
    recording: offer,
    openIdName: openId?.name ?? "",
    passwords: isOpenIdOnly ? "off" : "on",
  });
  const earlier = await storage.rememberInterview(asked.hash, asked.interview, clock());
  const reused = reusedEntry(asked.interview, earlier);
  if (reused) {
    throw new StorageRefusal(
      `The interview uses the entry name "${reused}" for another kind of question than before. Give the new question a new name.`,
    );
  }
  // where the lock is ours, whoever had leased a job is dead; else their leases end by themselves
  if (lock) await storage.releaseJobs(clock());
  const worker = createWorker({ storage, kinds, atOnce: config.transcriptionsAtOnce, clock, logger });
  const webhooks = openWebhooks({ config, storage, lookup, clock, logger });
  const mail = openMail({ config, storage, lookup, clock, logger });
  const app = await buildApp({
    config,
    ...installation,
    earlier,
    site,
    openId,
    clock,
    logger,
    offersRecording: offer !== "none",
    briefs: openBriefs({ config, path: process.env.PATH, clock }),
    mail,
    sending: webhooks.sending,
    wakeWorker: worker.wake,
  });
  const housekeeping = startHousekeeping({
    ...installation,
    planMail: mail.plan,
    retentionDays: config.retentionDays,
    encrypts: config.encrypts,
    clock,
    logger,
  });
  stopOnSignal(app, [worker, webhooks.worker, mail.worker], async () => {
    housekeeping.stop();
    await storage.close();
    lock?.release();
    logStream.flushSync();
  });
  const address = await listen(app, config);
  worker.wake();
  webhooks.worker.wake();
  mail.worker.wake();
  housekeeping.noteHead();
  print(`Firsthand is ready: ${address}`);
  await printSamples(installation, { ...config, ...(config.port === 0 && { publicUrl: address }) }, print);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new StorageRefusal(`Cannot listen on ${host}, port ${port}: ${listenProblem(error)}`, {
      cause: error,
    });
  }
  const { port: bound } = app.server.address() as { port: number };
  return `http://${hostInUrl(host)}:${bound}`;
}

function listenProblem(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE") return "another program uses it. Stop that one, or set PORT to another port.";
  if (code === "EACCES") return "this user may not use it. Set PORT to 1024 or more.";
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return "this machine has no such address. Check HOST.";
  return (error as Error).message;
}

/** A new installation gets one client and one administrator, so that whoever tries it has a key and a way in. */
async function printSamples(
  { storage, secrets }: Installation,
  { isProduction, publicUrl }: Config,
  print: (line: string) => void,
) {
  if (isProduction || (await storage.hasClients())) return;
  const now = Date.now();
  const { accessKey } = await addClient({ storage, secrets, now }, { name: SAMPLE_CLIENT });
  print(`Access key: ${accessKey}`);
  const link = await addManager(storage, SAMPLE_ADMINISTRATOR, { actor: OPERATOR, at: now });
  if (link) print(`Console: ${linkAddress(publicUrl, link)}`);
}

/** SIGTERM and SIGINT let requests and jobs under way finish, then close the database; a second signal ends at once. */
function stopOnSignal(app: FastifyInstance, workers: Worker[], close: () => Promise<void>): void {
  const stop = async (signal: NodeJS.Signals) => {
    for (const other of ["SIGTERM", "SIGINT"] as const) process.once(other, () => process.exit(1));
    app.log.info({ signal }, "stopping");
    const limit = setTimeout(() => {
      app.log.warn("requests under way took too long");
      app.server.closeAllConnections();
    }, STOP_LIMIT_MS);
    await Promise.all([app.close(), ...workers.map((worker) => worker.stop())]);
    clearTimeout(limit);
    await close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop(signal));
}
