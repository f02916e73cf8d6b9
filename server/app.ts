import { randomUUID } from "node:crypto";
import rateLimit from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { createJsonSchemaTransform, serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Interview } from "#contract/interview.ts";
import { BODY_MAX_BYTES } from "#contract/limits.ts";
import type { Secrets } from "./access-keys/secrets.ts";
import { guardRoutes } from "./authentication.ts";
import type { Briefs } from "./briefs/briefs.ts";
import type { ErasedList } from "./clients/erased-list.ts";
import type { Config } from "./config.ts";
import { answerErrors } from "./errors.ts";
import { answerBrokenRequest, guardEdge, HTTP_LIMITS } from "./http-edge.ts";
import { createSharedCounts } from "./limits/shared-counts.ts";
import { sharedStore } from "./limits/shared-store.ts";
import type { Mail } from "./mail/open-mail.ts";
import type { PasswordHasher } from "./managers/passwords.ts";
import type { OpenIdProvider } from "./openid/provider.ts";
import { version } from "./package.ts";
import type { AskedInterview } from "./records/save-record.ts";
import { keepRouteTable } from "./route-table.ts";
import { authRoutes } from "./routes/auth.ts";
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
import { answerSafely } from "./security-headers.ts";
import type { Site } from "./site.ts";
import type { AudioStore } from "./storage/audio.ts";
import type { Storage } from "./storage/storage.ts";
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
    | "stuckAfterDays"
    | "isOpenIdOnly"
    | "secondFactorDuty"
    | "encrypts"
    | "retentionDays"
    | "dictation"
    | "transcriber"
    | "transcriberUrl"
    | "smtp"
    | "sendsReminders"
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
  asked: AskedInterview;
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
  /** Epoch milliseconds. */
  clock: () => number;
  logger: FastifyBaseLogger;
};

/** The service, ready to listen or to be asked by a test. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config, logger } = dependencies;
  z.config(z.locales.en());
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestTimeout: HTTP_LIMITS.requestTimeout,
    keepAliveTimeout: HTTP_LIMITS.keepAliveTimeout,
    forceCloseConnections: "idle",
    // what still arrives while the server stops is served, and its connection closed after it
    return503OnClosing: false,
    http: HTTP_LIMITS,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, _request, reply) => answerSafely(reply, "BAD_REQUEST"),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  keepRouteTable(app);
  answerErrors(app);
  guardEdge(app);
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
  if (dependencies.site) await siteRoutes(app, dependencies.site);
  return app;
}

/** One server counts in memory; those on one PostgreSQL count there. */
function sharedLimits({ config, storage, secrets, clock }: Dependencies) {
  return config.databaseHosts && { store: sharedStore(createSharedCounts({ storage, secrets, clock })) };
}
