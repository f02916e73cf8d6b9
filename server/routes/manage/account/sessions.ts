import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CatalogError } from "../../../http/errors.ts";
import { serve } from "../../../http/serve.ts";
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  nameOwnSession,
} from "../../../managers/own-sessions.ts";
import { signedInPerson } from "../../authentication.ts";
import type { Dependencies } from "../../dependencies.ts";
import { actorOf } from "../request-actor.ts";

/** A manager's own sessions. API tokens may not see or end them. */
export function sessionRoutes(app: FastifyInstance, { storage, clock }: Dependencies): void {
  serve(app, manageEndpoints.listOwnSessions, async (request) => ({
    sessions: await listOwnSessions(storage, signedInPerson(request), clock()),
  }));

  serve(app, manageEndpoints.nameOwnSession, async (request) => {
    const { sessionId } = request.params;
    const naming = { owner: signedInPerson(request), sessionId, label: request.body.label };
    if (!(await nameOwnSession(storage, naming, actorOf(request, clock()))))
      throw new CatalogError("NOT_FOUND");
    return {};
  });

  serve(app, manageEndpoints.endOwnSession, async (request) => {
    const ending = { owner: signedInPerson(request), sessionId: request.params.sessionId };
    if (!(await endOwnSession(storage, ending, actorOf(request, clock()))))
      throw new CatalogError("NOT_FOUND");
    return {};
  });

  serve(app, manageEndpoints.endOwnOtherSessions, async (request) => ({
    ended: await endOtherSessions(storage, signedInPerson(request), actorOf(request, clock())),
  }));
}
