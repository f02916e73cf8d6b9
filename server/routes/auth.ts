import type { FastifyInstance, FastifyRequest } from "fastify";
import { endpoints } from "#contract/api/endpoints.ts";
import { authWires } from "#contract/api/wires/auth.ts";
import { browserBinding } from "../access-keys/browser-cookie.ts";
import { moveKey } from "../access-keys/move-key.ts";
import {
  type LinkRefusal,
  type VerifyKeyRefusal,
  verifyKey,
  waitMsAfter,
} from "../access-keys/verify-key.ts";
import { CatalogError } from "../http/errors.ts";
import { serve, withWire } from "../http/serve.ts";
import { throwIfLimited } from "../limits/limit.ts";
import { endSession, findSession } from "../sessions/sessions.ts";
import type { StoredKey } from "../storage/access/access-keys.ts";
import type { Dependencies } from "./dependencies.ts";
import type { SignIn } from "./sign-in.ts";

export function authRoutes(app: FastifyInstance, dependencies: Dependencies, signIn: SignIn): void {
  const { storage, secrets, clock } = dependencies;
  serve(app, withWire(endpoints.exchange, authWires.exchange), async (request, reply) => {
    const { key: text, pin } = request.body;
    const browser = browserBinding(request);
    const verdict = await verifyKey({ storage, secrets, now: clock(), browserHash: browser.hash }, text);
    if ("refusal" in verdict) {
      if ("key" in verdict) throw new CatalogError(linkRefusal(verdict));
      return refuse(request, verdict);
    }
    const { key } = verdict;
    const beforeOpening = () => moveKey(dependencies, key, text);
    const session = await signIn.open(request, reply, { key, pin, browser, beforeOpening });
    return session ?? refuse(request, { refusal: "revoked", keyId: key.keyId });
  });

  async function refuse(
    request: FastifyRequest,
    { refusal, keyId }: { refusal: VerifyKeyRefusal; keyId?: string },
  ): Promise<never> {
    await signIn.countFailure(request);
    const now = clock();
    const event = {
      at: now,
      kind: "key.refused",
      actor: "nobody",
      requestId: request.id,
      detail: refusal,
    } as const;
    // text that is not an access key at all costs as much work, but no wait is stored for it
    const refused = keyId === undefined ? { keyId: "", waitMs: () => 0 } : { keyId, waitMs: waitMsAfter };
    const refusalEvent = keyId === undefined ? event : { ...event, keyId };
    throwIfLimited(Math.ceil((await storage.accessKeys.refuse({ ...refused, now }, [refusalEvent])) / 1_000));
    throw new CatalogError("INVALID_ACCESS_KEY");
  }

  serve(app, withWire(endpoints.logout, authWires.logout), async (request) => {
    const session = await findSession(storage, request.headers.authorization, clock());
    if (session) await endSession(storage, session, clock(), request.id);
    return {};
  });
}

/** A helper gets a new link from the client, not by mail. */
function linkRefusal({ refusal, key: { kind } }: { refusal: LinkRefusal; key: StoredKey }) {
  return kind === "helper" ? "HELPER_LINK_OVER" : LINK_REFUSALS[refusal];
}

const LINK_REFUSALS = {
  "link-used": "LINK_USED",
  "link-expired": "LINK_EXPIRED",
} as const satisfies { [Of in LinkRefusal]: string };
