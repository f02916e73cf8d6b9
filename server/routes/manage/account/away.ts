import type { FastifyInstance, FastifyRequest } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { endAbsenceEarly, handOver, readAway } from "../../../clients/away.ts";
import { CatalogError } from "../../../http/errors.ts";
import { serve } from "../../../http/serve.ts";
import type { StoredManager } from "../../../storage/managers/managers.ts";
import { signedInPerson } from "../../authentication.ts";
import type { Dependencies } from "../../dependencies.ts";
import { actorOf } from "../request-actor.ts";

type AwayCall = FastifyRequest<{ Params: { managerId: string } }>;

/** Handing clients over to a colleague until a day. Managers do it for themselves, administrators for any manager. */
export function awayRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, mail, clock } = dependencies;

  async function managerMeant(request: AwayCall): Promise<StoredManager> {
    const { manager } = signedInPerson(request);
    const { managerId } = request.params;
    if (manager.managerId !== managerId && manager.role !== "administrator")
      throw new CatalogError("FORBIDDEN");
    const meant = await storage.managers.find(managerId);
    if (!meant) throw new CatalogError("NOT_FOUND");
    return meant;
  }

  serve(app, manageEndpoints.findAway, async (request) => {
    const { managerId } = await managerMeant(request);
    return await readAway(storage, managerId);
  });

  serve(app, manageEndpoints.goAway, async (request) => {
    const manager = await managerMeant(request);
    await handOver(dependencies, manager, { ...request.body, ...actorOf(request, clock()) });
    // queued mails for the absent manager now go to the colleague
    mail.worker.wake();
    return {};
  });

  serve(app, manageEndpoints.comeBack, async (request) => {
    const { managerId } = await managerMeant(request);
    const isBack = await endAbsenceEarly(storage, managerId, actorOf(request, clock()));
    if (!isBack) throw new CatalogError("NOT_FOUND");
    mail.worker.wake();
    return {};
  });
}
