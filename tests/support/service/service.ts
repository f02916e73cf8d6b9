import { lookup } from "node:dns";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import type { ClientSignIn } from "#contract/api/calls.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { addClient } from "../../../server/access-keys/issue-key.ts";
import { allMasterKeys } from "../../../server/access-keys/master-keys.ts";
import { buildApp } from "../../../server/app.ts";
import { openBriefs } from "../../../server/briefs/briefs.ts";
import { latestChecks } from "../../../server/checks/latest-checks.ts";
import { openInterviewBook } from "../../../server/interviews/interview-book.ts";
import { publishProvided } from "../../../server/interviews/publish-provided.ts";
import { openMail } from "../../../server/mail/open-mail.ts";
import { createPasswordHasher } from "../../../server/managers/passwords.ts";
import { type MetricsSources, openMetrics } from "../../../server/metrics/metrics.ts";
import { openInstallation } from "../../../server/open-installation.ts";
import { openProvider } from "../../../server/openid/provider.ts";
import { webhookEgressPolicy } from "../../../server/outgoing/egress-policy.ts";
import { sendRequest } from "../../../server/outgoing/send-request.ts";
import type { Dependencies } from "../../../server/routes/dependencies.ts";
import { openLog } from "../../../server/runtime/log.ts";
import { openSearch } from "../../../server/search/search.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { openSettings } from "../../../server/settings/live-settings.ts";
import { liveConfig } from "../../../server/settings/provider-in-force.ts";
import { bodyComposer } from "../../../server/webhooks/compose-body.ts";
import type { WebhookTransport } from "../../../server/webhooks/send-message.ts";
import { undeclaredAnswers } from "./declared-answers.ts";
import { makeInstallation } from "./made-database.ts";

export type Overrides = Partial<Omit<Dependencies, "outgoingMail">> & {
  /** Interviews to publish in order, in place of the built-in one; clients get the last. */
  asked?: Interview[];
  env?: NodeJS.ProcessEnv;
  /** The backup state that the metrics show. */
  backups?: MetricsSources["backups"];
  /** The port of a closed service that this one replaces. */
  port?: number;
  /** Overrides the outgoing mail of `serve`. */
  outgoingMail?: Partial<Dependencies["outgoingMail"]>;
};

/** The real service on a real database in its own folder, listening on a free port. */
export async function startService(overrides: Overrides = {}) {
  const { env, port = 0, outgoingMail: given, asked, backups, ...dependencies } = overrides;
  const folder = mkdtempSync(join(tmpdir(), "firsthand-"));
  const logLines: string[] = [];
  const config = readConfig({ FIRSTHAND_DATA: folder, ...env });
  await makeInstallation(config);
  // uses a cheap hash, because the real one takes half a second and 128 MiB a password
  const passwords = createPasswordHasher({ N: 2 ** 10, r: 8, p: 1 });
  const installation = { ...(await openInstallation(config)), passwords };
  const time = { now: Date.now() };
  const clock = () => time.now;
  const reach = webhookEgressPolicy(config.webhookNetworks);
  const { storage } = { ...installation, ...dependencies };
  for (const interview of asked ?? [])
    await publishProvided(storage, { interviews: new Map([["en", interview]]), isBuiltIn: false }, time.now);
  if (!asked && !dependencies.book) await publishProvided(storage, config.provided, time.now);
  const book = dependencies.book ?? (await openInterviewBook(storage, config.provided.interviews));
  const compose = bodyComposer({ ...config, storage: installation.storage, book });
  const sending: WebhookTransport = { reach, lookup, compose, clock, random: Math.random };
  const silent = pino({ level: "silent" });
  // asks no name server unless a test provides the answers
  const outgoingMail = { reach: webhookEgressPolicy("public"), lookup, findTexts: async () => [], ...given };
  const settings = await openSettings({ storage: installation.storage, config, logger: silent });
  const live = liveConfig(config, settings);
  const mail = await openMail({
    ...outgoingMail,
    settings,
    config: live,
    storage: installation.storage,
    secrets: installation.secrets,
    clock,
    logger: silent,
  });
  const metrics = await openMetrics(config, { storage, clock, backups });
  // makes no checks, because the doctor runs in a process of the built program, which these tests don't have
  const checks = latestChecks({ clock, make: async () => [] });
  const search = openSearch({
    database: config,
    storage,
    masterKeys: () => allMasterKeys(installation.secrets),
    logger: silent,
  });
  const app = await buildApp({
    config: live,
    ...installation,
    book,
    site: undefined,
    offersRecording: true,
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
    sending,
    openId: openProvider({ config, clock, lookup, ask: sendRequest }),
    wakeWorker: () => undefined,
    wakeBulk: () => undefined,
    metrics,
    isStopping: () => false,
    clock,
    logger: openLog("trace", { write: (line: string) => void logLines.push(line) }),
    ...dependencies,
  });
  await app.listen({ host: "127.0.0.1", port });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const call = (
    method: string,
    path: string,
    { token, body, headers, redirect = "follow" }: CallOptions = {},
  ) =>
    fetch(url + path, {
      method,
      redirect,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });

  return {
    app,
    url,
    folder,
    config,
    ...installation,
    book,
    sending,
    checks,
    mail,
    search,
    settings,
    metrics,
    /** `time.now` is in epoch milliseconds; a test moves it. */
    time,
    /** Everything that was logged, at level trace. */
    logLines,
    call,
    addClient: (name = "Rosa's Bakery") => addClient({ ...installation, now: time.now }, { name }),
    /** A new client, signed in. */
    async signIn(name = "Rosa's Bakery") {
      const { accessKey, ...client } = await addClient({ ...installation, now: time.now }, { name });
      const response = await call("POST", "/v1/auth/exchange", { body: { key: accessKey } });
      const { data } = (await response.json()) as { data: ClientSignIn };
      return { ...client, accessKey, token: data.accessToken };
    },
    async close() {
      await app.close();
      settings.stop();
      await mail.worker.stop();
      await search.close();
      await installation.storage.close();
      rmSync(folder, { recursive: true, force: true });
      const undeclared = undeclaredAnswers(app.routeTable, logLines);
      if (undeclared.length > 0) throw new Error(`Not in the document of the API:\n${undeclared.join("\n")}`);
    },
  };
}

type CallOptions = {
  token?: string;
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown;
  headers?: { [name: string]: string };
  redirect?: RequestInit["redirect"];
};

export type Service = Awaited<ReturnType<typeof startService>>;
