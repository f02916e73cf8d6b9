import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { endpoints } from "#contract/api/endpoints.ts";
import { openWires } from "#contract/api/wires/open.ts";
import { installationProof } from "../access-keys/installation-proof.ts";
import { masterKeysOf } from "../access-keys/master-keys.ts";
import { CatalogError, RETRY_AFTER } from "../http/errors.ts";
import { forwardingOf } from "../http/forwarding.ts";
import { serve, withWire } from "../http/serve.ts";
import { StorageUnavailable } from "../storage/engine/faults.ts";
import type { Storage } from "../storage/storage.ts";
import type { Dependencies } from "./dependencies.ts";

/** Shorter than usual probe timeouts, so that the probe still gets the reason. */
const CHECK_LIMIT_MS = 2_000;

export function probeRoutes(app: FastifyInstance, { storage, secrets, isStopping }: Dependencies): void {
  const check = checkInTime(storage);

  serve(app, withWire(endpoints.health, openWires.health), async () => ({ status: "ok" as const }));

  serve(app, withWire(endpoints.readiness, openWires.readiness), async (request) => {
    if (isStopping()) throw new CatalogError("UNAVAILABLE", { reason: "stopping" }, RETRY_AFTER);
    try {
      await check();
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      request.log.warn({ err: error }, "storage unavailable");
      throw new CatalogError("UNAVAILABLE", { reason: "database" }, RETRY_AFTER);
    }
    return { status: "ok" as const };
  });

  serve(app, withWire(endpoints.reachability, openWires.reachability), (request) => ({
    proof: installationProof(masterKeysOf(secrets).current(), request.body.challenge),
    isSecure: request.protocol === "https",
    forwardedFor: forwardingOf(request),
  }));
}

/** Single flight: a hanging database gets one check at a time, and every probe is still answered in time. */
function checkInTime(storage: Pick<Storage, "check">): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return async () => {
    underWay ??= storage.check().finally(() => {
      underWay = undefined;
    });
    const over = new AbortController();
    const late = setTimeout(CHECK_LIMIT_MS, "late" as const, { signal: over.signal });
    late.catch(() => undefined);
    try {
      if ((await Promise.race([underWay, late])) === "late")
        throw new StorageUnavailable("The database has not answered in time");
    } finally {
      over.abort();
    }
  };
}
