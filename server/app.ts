import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { openHttpApp } from "./http/http-app.ts";
import { createSharedCounts } from "./limits/shared-counts.ts";
import { sharedStore } from "./limits/shared-store.ts";
import { metricsRoute } from "./metrics/metrics-route.ts";
import { authRoutes } from "./routes/auth.ts";
import { guardRoutes } from "./routes/authentication.ts";
import type { Dependencies } from "./routes/dependencies.ts";
import { documentRoutes } from "./routes/documents.ts";
import { helperRoutes } from "./routes/helping.ts";
import { boundLargeTransfers } from "./routes/large-transfers.ts";
import { manageRoutes } from "./routes/manage/manage.ts";
import { onboardingRoutes } from "./routes/onboarding.ts";
import { optOutRoutes } from "./routes/opt-out.ts";
import { passkeyRoutes } from "./routes/passkeys.ts";
import { privacyRoutes } from "./routes/privacy.ts";
import { probeRoutes } from "./routes/probes.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { sharedBriefRoutes } from "./routes/shared-briefs.ts";
import { createSignIn } from "./routes/sign-in.ts";
import { signInLinkRoutes } from "./routes/sign-in-links.ts";
import { siteRoutes } from "./routes/site.ts";
import { takeAudioRoute } from "./routes/take-audio.ts";
import { takeRoutes } from "./routes/takes.ts";

/** Builds the service, ready to listen on a port or to be called by a test. */
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
  guardRoutes(app, dependencies);
  boundLargeTransfers(app, dependencies);
  const signIn = createSignIn(app, dependencies);
  authRoutes(app, dependencies, signIn);
  passkeyRoutes(app, dependencies, signIn);
  signInLinkRoutes(app, dependencies);
  sessionRoutes(app, dependencies);
  helperRoutes(app, dependencies);
  onboardingRoutes(app, dependencies);
  await takeRoutes(app, dependencies);
  takeAudioRoute(app, dependencies);
  manageRoutes(app, dependencies);
  await optOutRoutes(app, dependencies);
  sharedBriefRoutes(app, dependencies);
  privacyRoutes(app, dependencies);
  documentRoutes(app, dependencies);
  probeRoutes(app, dependencies);
  // with a metrics port, this address answers 404 here like any unknown address
  if (metrics && config.metricsToken && config.metricsPort === undefined)
    metricsRoute(app, metrics, "operator");
  if (dependencies.site) await siteRoutes(app, dependencies.site);
  return app;
}

/** A single server counts in memory; servers that share one PostgreSQL count in the database. */
function sharedLimits({ storage, secrets, clock }: Dependencies) {
  if (!storage.isShared) return {};
  return { store: sharedStore(createSharedCounts({ limits: storage.limits, secrets, clock })) };
}
