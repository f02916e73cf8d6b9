import { lookup } from "node:dns";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { addClient } from "./access-keys/issue-key.ts";
import { allMasterKeys } from "./access-keys/master-keys.ts";
import { buildApp } from "./app.ts";
import { backUpBeforeUpgrade } from "./backups/before-upgrade.ts";
import { type NightlyBackupOptions, nightlyBackups } from "./backups/nightly-backups.ts";
import { openBriefs } from "./briefs/briefs.ts";
import { bulkJobs } from "./bulk/bulk-jobs.ts";
import { latestChecks } from "./checks/latest-checks.ts";
import { softDeleteListed } from "./clients/erase-client.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { roundedMinutes } from "./interview-file/interview-minutes.ts";
import { watchInterviews } from "./interviews/interview-book.ts";
import { publishProvided } from "./interviews/publish-provided.ts";
import { createWorker } from "./jobs/worker.ts";
import { findTexts } from "./mail/check/check-sender-domain.ts";
import { openMail } from "./mail/open-mail.ts";
import { addManager, linkAddress } from "./managers/accounts.ts";
import { OPERATOR } from "./managers/actor.ts";
import { openMetrics } from "./metrics/metrics.ts";
import { buildMetricsApp } from "./metrics/metrics-app.ts";
import { type Installation, openInstallation } from "./open-installation.ts";
import { webhookEgressPolicy } from "./outgoing/egress-policy.ts";
import { sendRequest } from "./outgoing/send-request.ts";
import { openSite } from "./pages/site.ts";
import { relyingPartyAt } from "./passkeys/passkeys.ts";
import { summaryJobs } from "./records/summary-jobs.ts";
import { giveBackMemorySoon } from "./runtime/give-back-memory.ts";
import { logCrash, openLog } from "./runtime/log.ts";
import { stopOnSignal } from "./runtime/stop-on-signal.ts";
import { openSearch } from "./search/search.ts";
import { type Config, hostInUrl } from "./settings/config.ts";
import { openSettings } from "./settings/live-settings.ts";
import { liveConfig } from "./settings/provider-in-force.ts";
import { dropOvertakenRetention, newestRetentionDays } from "./settings/retention-setting.ts";
import { settings as settingTable } from "./settings/settings.ts";
import { wallClock } from "./settings/wall-clock.ts";
import { claimForServer, isFileDatabase } from "./storage/database.ts";
import { StorageRefusal, withDatabaseName } from "./storage/engine/faults.ts";
import { audioNotices } from "./takes/audio-notices.ts";
import { openRecording, tryFfmpeg } from "./takes/open-recording.ts";
import { openWebhooks } from "./webhooks/open-webhooks.ts";

const SAMPLE_CLIENT = "Sample Client";
const SAMPLE_ADMINISTRATOR = {
  name: "Sample Administrator",
  email: "admin@example.com",
  role: "administrator" as const,
};

/** Runs the server until it receives a stop signal. `print` gets the lines meant for the person at the terminal. */
export async function serve(config: Config, print: (line: string) => void): Promise<void> {
  // asynchronous: lines logged at about the same time are written in one batch, and no request waits for the write
  const logStream = pino.destination({ sync: false });
  const logger = openLog(config.logLevel, logStream);
  const clock = Date.now;
  const claim = claimForServer(config);
  for (const warning of claim.warnings) logger.warn(warning);
  if (config.isProduction && !config.publicUrl.startsWith("https:") && !config.allowsInsecureHttp)
    logger.warn(
      `links lead to ${config.publicUrl}, and cookies go over plain http: set FIRSTHAND_PUBLIC_URL to the https address that clients open`,
    );
  const trial = tryFfmpeg({ config, env: process.env, clock, isOnlyServer: claim.isOnlyServer });
  // its result is awaited below; if the database fails to open first, that error is the one reported
  trial.catch(() => undefined);
  const installation = await openInstallation(config, "upgrade", () =>
    backUpBeforeUpgrade(config, { folder: config.backupFolder, clock, print }),
  );
  const opened = { installation, claim, trial, logger, logStream, clock };
  await withDatabaseName(installation.databaseName)(start(opened, config, print));
}

type ServerResources = {
  installation: Installation;
  claim: ReturnType<typeof claimForServer>;
  trial: ReturnType<typeof tryFfmpeg>;
  logger: ReturnType<typeof openLog>;
  logStream: { flushSync(): void };
  clock: () => number;
};

/** Starts everything that works on an open installation, and returns once the server accepts requests. */
async function start(
  { installation, claim, trial, logger, logStream, clock }: ServerResources,
  config: Config,
  print: (line: string) => void,
): Promise<void> {
  const { storage, book } = installation;
  const { isOnlyServer } = claim;
  // a backup that was restored by hand may contain erased clients: delete them before anyone can sign in
  await softDeleteListed(installation, clock());
  const { dictation, isOpenIdOnly } = config;
  // the OpenID library is loaded only where a provider is set
  const openId =
    config.openIdIssuer === undefined
      ? undefined
      : (await import("./openid/provider.ts")).openProvider({ config, clock, lookup, ask: sendRequest });
  const { offer, kinds } = openRecording({
    ...installation,
    ffmpeg: await trial,
    config,
    env: process.env,
    lookup,
    clock,
    logger,
  });
  const { isTakenOver } = await publishProvided(storage, config.provided, clock());
  if (isTakenOver && !config.provided.isBuiltIn)
    logger.warn(
      "the sections of FIRSTHAND_INTERVIEW are ignored: its interview was taken over in the console",
    );
  await book.refresh();
  const stopWatching = watchInterviews(book, logger);
  await dropOvertakenRetention(storage, config, clock());
  const settings = await openSettings({ storage, config, logger });
  const live = liveConfig(config, settings);
  const backups = nightlyBackupsOf(config, {
    wall: wallClock(() => settings.get("timeZone")),
    clock,
    logger,
  });
  const metrics = await openMetrics(config, { storage, clock, backups });
  const working = { storage, clock, logger, noteTry: metrics?.noteTry };
  const outgoingMail = { reach: webhookEgressPolicy("public"), lookup, findTexts };
  const mail = await openMail({
    ...working,
    ...outgoingMail,
    settings,
    secrets: installation.secrets,
    config: live,
  });
  const site = openSite({
    // getters, because the values can change while the server runs
    get providerName() {
      return live.providerName;
    },
    get provided() {
      return live.provided;
    },
    dictation,
    get interview() {
      const { definitions, asked } = book.current();
      return { definitions, minutes: String(roundedMinutes(asked.interview)) };
    },
    recording: offer,
    openIdName: openId?.name ?? "",
    passkeys: relyingPartyAt(config.publicUrl, config.providerName) ? "on" : "off",
    passwords: isOpenIdOnly ? "off" : "on",
    signInLinks: () => (mail.isOn && config.sendsSignInLinks ? "on" : "off"),
  });
  // a job leased by a dead process is free at once if this is the only server; otherwise its lease has to run out
  if (isOnlyServer) await storage.jobs.release(clock());
  const worker = createWorker({ ...working, kinds, atOnce: config.transcriptionsAtOnce });
  // a worker for bulk actions only: an account manager waits for them, and a transcription may take minutes
  const bulk = createWorker({
    ...working,
    kinds: bulkJobs({
      storage,
      book,
      isMailOn: () => mail.isOn,
      wakeMail: mail.worker.wake,
      endErasures: () => housekeeping.endErasures(),
      clock,
    }),
    atOnce: 1,
  });
  // a separate worker: these jobs are long, and nothing else should wait for them
  const summaries = createWorker({ ...working, kinds: summaryJobs({ storage, book }), atOnce: 1 });
  const webhooks = openWebhooks({
    ...working,
    config: live,
    book,
    lookup,
    isMailOn: () => mail.isOn,
    stalledDays: () => settings.get("stalledDays"),
  });
  const search = openSearch({
    database: config,
    storage,
    masterKeys: () => allMasterKeys(installation.secrets),
    logger,
  });
  const checks = latestChecks({ clock });
  let isStopping = false;
  const app = await buildApp({
    config: live,
    ...installation,
    site,
    openId,
    clock,
    logger,
    offersRecording: offer !== "none",
    briefs: openBriefs({
      config: live,
      path: process.env.PATH,
      timeZone: () => settings.get("timeZone"),
      clock,
    }),
    search,
    mail,
    settings,
    outgoingMail,
    checks,
    sending: webhooks.sending,
    wakeWorker: worker.wake,
    wakeBulk: bulk.wake,
    metrics,
    isStopping: () => isStopping,
  });
  const hasPort = config.metricsPort !== undefined;
  const watch = metrics && hasPort ? buildMetricsApp({ config, metrics, logger }) : undefined;
  const housekeeping = startHousekeeping({
    ...installation,
    planMail: mail.plan,
    planDigests: mail.planDigests,
    announceInactive: webhooks.announceInactive,
    retentionDays: () => newestRetentionDays(settings, clock),
    clock,
    logger,
  });
  stopOnSignal({
    app,
    workers: [worker, bulk, summaries, webhooks.worker, mail.worker],
    drainSeconds: config.drainSeconds,
    begin: () => {
      isStopping = true;
      void checks.stop();
    },
    async close() {
      settings.stop();
      stopWatching();
      await backups?.stop();
      // no check may write into the data folder after the server has ended
      await checks.stop();
      await housekeeping.stop();
      // the metrics port closes late, so that monitoring sees the whole shutdown
      await watch?.close();
      await search.close();
      await storage.close();
      claim.release();
    },
    flush: () => logStream.flushSync(),
  });
  const watchAddress = watch && (await listen(watch, { ...watchListening(config), names: WATCH_NAMES }));
  const address = await listen(app, { ...config, names: LISTEN_NAMES }).catch(async (error) => {
    // an open metrics port would keep the process alive
    await watch?.close();
    throw error;
  });
  // before this point, the command itself reports errors to the person who starts the server
  logCrash(logger, () => logStream.flushSync());
  worker.wake();
  bulk.wake();
  summaries.wake();
  webhooks.worker.wake();
  mail.worker.wake();
  housekeeping.noteHead();
  // makes the backup that was missed if the server was off at night
  void backups?.look();
  if (watchAddress) print(`Metrics: ${watchAddress}/metrics`);
  print(`Firsthand is ready: ${address}`);
  // not awaited: an unreachable object store takes a while to fail
  audioNotices(installation)
    .then((notices) => {
      for (const notice of notices) print(`Warning: ${notice}`);
    })
    .catch((error) => logger.warn({ err: error }, "could not check where recordings are stored"));
  giveBackMemorySoon();
  await printSamples(installation, { ...config, ...(config.port === 0 && { publicUrl: address }) }, print);
}

/** Undefined where the database is not a file or has no backup folder: then backups are the operator's task. */
function nightlyBackupsOf(config: Config, options: Pick<NightlyBackupOptions, "wall" | "clock" | "logger">) {
  const { backupFolder: folder, databaseFile } = config;
  if (!isFileDatabase(config) || folder === undefined) return undefined;
  return nightlyBackups({ ...options, folder, databaseFile });
}

type ListenAddress = { host: string; port: number; names: { host: string; port: string } };

const LISTEN_NAMES = { host: settingTable.host.env, port: settingTable.port.env };
const WATCH_NAMES = { host: settingTable.metricsHost.env, port: settingTable.metricsPort.env };
const watchListening = ({ metricsHost: host, metricsPort: port = 0 }: Config) => ({ host, port });

async function listen(app: FastifyInstance, { host, port, names }: ListenAddress): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new StorageRefusal(`Cannot listen on ${host}, port ${port}: ${listenProblem(error, names)}`, {
      cause: error,
    });
  }
  const { port: bound } = app.server.address() as { port: number };
  return `http://${hostInUrl(host)}:${bound}`;
}

function listenProblem(error: unknown, names: ListenAddress["names"]): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE")
    return `another program uses this port. Stop that program, or set ${names.port} to another port.`;
  if (code === "EACCES")
    return `this user isn't allowed to use this port. Set ${names.port} to 1024 or more.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `this machine doesn't have that address. Check ${names.host}.`;
  return (error as Error).message;
}

/** Gives a new installation one client and one administrator, so that a person trying it out can sign in as both. */
async function printSamples(
  { storage, secrets }: Installation,
  { isProduction, publicUrl }: Config,
  print: (line: string) => void,
) {
  if (isProduction || (await storage.clients.hasAny())) return;
  const now = Date.now();
  const { accessKey } = await addClient({ storage, secrets, now }, { name: SAMPLE_CLIENT });
  print(`Access key: ${accessKey}`);
  const link = await addManager(storage, SAMPLE_ADMINISTRATOR, { actor: OPERATOR, at: now });
  if (link) print(`Console: ${linkAddress(publicUrl, link)}`);
}
