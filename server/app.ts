import rateLimit from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { createJsonSchemaTransform } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Interview } from "#contract/interview/interview.ts";
import type { Secrets } from "./access-keys/secrets.ts";
import type { Briefs } from "./briefs/briefs.ts";
import type { ErasedList } from "./clients/erased-list.ts";
import { openHttpApp } from "./http/http-app.ts";
import { createSharedCounts } from "./limits/shared-counts.ts";
import { sharedStore } from "./limits/shared-store.ts";
import type { Mail } from "./mail/open-mail.ts";
import type { PasswordHasher } from "./managers/passwords.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { metricsRoute } from "./metrics/metrics-route.ts";
import type { AskedInterviews } from "./open-installation.ts";
import type { OpenIdProvider } from "./openid/provider.ts";
import type { Site } from "./pages/site.ts";
import type { AskedInterview } from "./records/save-record.ts";
import { authRoutes } from "./routes/auth.ts";
import { guardRoutes } from "./routes/authentication.ts";
import { documentRoutes } from "./routes/documents.ts";
import { manageRoutes } from "./routes/manage/manage.ts";
import { onboardingRoutes } from "./routes/onboarding.ts";
import { optOutRoutes } from "./routes/opt-out.ts";
import { privacyRoutes } from "./routes/privacy.ts";
import { probeRoutes } from "./routes/probes.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { siteRoutes } from "./routes/site.ts";
import { takeAudioRoute } from "./routes/take-audio.ts";
import { takeRoutes } from "./routes/takes.ts";
import { version } from "./runtime/package.ts";
import type { Config } from "./settings/config.ts";
import type { Storage } from "./storage/storage.ts";
import type { AudioStore } from "./storage/takes/audio.ts";
import type { Sending } from "./webhooks/send-message.ts";

/** All that the service stands on; nothing is read from anywhere else. */
export type Dependencies = {
  config: Pick<
    Config,
    | "databaseHosts"
    | "trustedProxies"
    | "sessionRequestsPerMinute"
    | "publicUrl"
    | "providerName"
    | "provided"
    | "stuckAfterDays"
    | "isOpenIdOnly"
    | "secondFactorDuty"
    | "encrypts"
    | "s3Endpoint"
    | "retentionDays"
    | "dictation"
    | "transcriber"
    | "transcriberUrl"
    | "smtp"
    | "sendsReminders"
    | "metricsPort"
    | "metricsToken"
  >;
  storage: Storage;
  /** The copies of takes. */
  audio: AudioStore;
  /** Who was erased, beside the database. */
  erased: ErasedList;
  briefs: Briefs;
  secrets: Secrets;
  passwords: PasswordHasher;
  /** By which managers sign in too; undefined where none is set. */
  openId: OpenIdProvider | undefined;
  /** In the provider's first language. */
  asked: AskedInterview;
  interviews: AskedInterviews;
  /** Interviews that this installation asked before; their entries and values stay allowed. */
  earlier: Interview[];
  /** The built browser app; a service without one answers the calls only. */
  site: Site | undefined;
  /** Whether takes can be received: there is what turns them into something that every browser plays. */
  offersRecording: boolean;
  mail: Mail;
  /** How messages to other systems are sent. */
  sending: Sending;
  /** To be called after a job was put into the queue. */
  wakeWorker: () => void;
  /** Undefined where nobody watches: then nothing is counted. */
  metrics: Metrics | undefined;
  /** Whether the server has been told to stop: it serves on for a while, and should be sent nothing new. */
  isStopping: () => boolean;
  /** Epoch milliseconds. */
  clock: () => number;
  logger: FastifyBaseLogger;
};

/** The service, ready to listen or to be asked by a test. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config, logger, metrics, isStopping } = dependencies;
  z.config(z.locales.en());
  const app = openHttpApp({
    trustedProxies: config.trustedProxies,
    logger,
    isStopping,
    noteBroken: metrics?.noteBroken,
  });
  metrics?.watchHttp(app);
  await app.register(rateLimit, { global: false, ...sharedLimits(dependencies) });
  await app.register(swagger, {
    openapi: { openapi: "3.1.0", info: { title: "Firsthand", version } },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: "any" } }),
  });
  guardRoutes(app, dependencies);
  authRoutes(app, dependencies);
  sessionRoutes(app, dependencies);
  onboardingRoutes(app, dependencies);
  await takeRoutes(app, dependencies);
  takeAudioRoute(app, dependencies);
  manageRoutes(app, dependencies);
  await optOutRoutes(app, dependencies);
  privacyRoutes(app, dependencies);
  documentRoutes(app, dependencies);
  probeRoutes(app, dependencies);
  // where it has a port of its own, it is like any address that is none
  if (metrics && config.metricsToken && config.metricsPort === undefined)
    metricsRoute(app, metrics, "operator");
  if (dependencies.site) await siteRoutes(app, dependencies.site);
  return app;
}

/** One server counts in memory; those on one PostgreSQL count there. */
function sharedLimits({ config, storage, secrets, clock }: Dependencies) {
  return config.databaseHosts && { store: sharedStore(createSharedCounts({ storage, secrets, clock })) };
}
