import type { FastifyInstance, FastifyRequest } from "fastify";
import { endpoints } from "#contract/api/endpoints.ts";
import { authWires } from "#contract/api/wires/auth.ts";
import { CatalogueError } from "../http/errors.ts";
import { serve, withWire } from "../http/serve.ts";
import { endSessionsOf, listSessions, toSessionView } from "../sessions/sessions.ts";
import { clientSession } from "./authentication.ts";
import { callerAddress } from "./caller-address.ts";
import type { Dependencies } from "./dependencies.ts";

/** Where a client is signed in, and how they sign out elsewhere. */
export function sessionRoutes(app: FastifyInstance, { storage, clock }: Dependencies): void {
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
    if (ended === 0) throw new CatalogueError("NOT_FOUND");
    return {};
  });

  function actorOf(request: FastifyRequest) {
    const { clientId } = clientSession(request);
    return { actor: clientId, at: clock(), requestId: request.id, ...callerAddress(request) };
  }
}
