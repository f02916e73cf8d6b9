import type { FastifyInstance, FastifyRequest } from "fastify";
import { endpoints } from "#contract/api/endpoints.ts";
import { authWires } from "#contract/api/wires/auth.ts";
import { isoOf, MINUTE_MS } from "#contract/instants.ts";
import { HAND_OVER_MINUTES, HAND_OVERS_PER_WINDOW } from "#contract/limits.ts";
import { issueHandOverKey, keyLink } from "../access-keys/issue-key.ts";
import { CatalogError } from "../http/errors.ts";
import { serve, withWire } from "../http/serve.ts";
import { createLimit, throwIfLimited } from "../limits/limit.ts";
import { endSessionsOf, listSessions, toSessionView } from "../sessions/sessions.ts";
import { clientSession } from "./authentication.ts";
import { callerAddress } from "./caller-address.ts";
import type { Dependencies } from "./dependencies.ts";

/** A client's sessions: listing them, signing out elsewhere, and continuing on another device. */
export function sessionRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, secrets, config, clock } = dependencies;
  const handOvers = createLimit(app, {
    name: "hand-over",
    max: HAND_OVERS_PER_WINDOW,
    windowMs: HAND_OVER_MINUTES * MINUTE_MS,
    keyOf: (request) => request.session?.clientId ?? "",
  });

  serve(app, withWire(endpoints.sessions, authWires.sessions), async (request) => {
    const { clientId, tokenHash } = clientSession(request);
    const sessions = await listSessions(storage, clientId, clock());
    return sessions.map((session) => ({
      ...toSessionView(session),
      isThis: session.tokenHash === tokenHash,
    }));
  });

  serve(app, withWire(endpoints.endOtherSessions, authWires.endOtherSessions), async (request) => {
    const { clientId, tokenHash } = clientSession(request);
    await endSessionsOf(storage, { clientId, choice: { otherThan: tokenHash } }, actorOf(request));
    return {};
  });

  serve(app, withWire(endpoints.endSession, authWires.endSession), async (request) => {
    const { clientId } = clientSession(request);
    const { sessionId } = request.params;
    const ended = await endSessionsOf(storage, { clientId, choice: { sessionId } }, actorOf(request));
    if (ended === 0) throw new CatalogError("NOT_FOUND");
    return {};
  });

  serve(app, withWire(endpoints.handOver, authWires.handOver), async (request) => {
    throwIfLimited(await handOvers.count(request));
    const { clientId, expiresAt } = clientSession(request);
    const actor = actorOf(request);
    const issued = await issueHandOverKey(
      { storage, secrets, now: actor.at, actor },
      { clientId, sessionsUntil: expiresAt },
    );
    return { link: keyLink(config, issued.accessKey), expiresAt: isoOf(issued.expiresAt) };
  });

  function actorOf(request: FastifyRequest) {
    const { clientId } = clientSession(request);
    return { actor: clientId, at: clock(), requestId: request.id, ...callerAddress(request) };
  }
}
