import type { FastifyInstance } from "fastify";
import { isoOf } from "#contract/instants.ts";
import type { PasswordLink } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CatalogueError } from "../../../http/errors.ts";
import { serve } from "../../../http/serve.ts";
import { addManager, linkAddress, type MadeLink, makePasswordLink } from "../../../managers/accounts.ts";
import { eventOf } from "../../../managers/actor.ts";
import { listManagerViews } from "../../../managers/manager-view.ts";
import { removeSecondFactor } from "../../../managers/second-factor.ts";
import type { ChangeOutcome } from "../../../storage/managers/managers.ts";
import { signedInPerson } from "../../authentication.ts";
import type { Dependencies } from "../../dependencies.ts";
import { actorOf } from "../request-actor.ts";

/** The accounts, for administrators. */
export function managerRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, config, clock, openId } = dependencies;

  serve(app, manageEndpoints.listManagers, async () => ({
    managers: await listManagerViews(storage, openId?.issuer),
  }));

  serve(app, manageEndpoints.addManager, async (request) => {
    const link = await addManager(storage, request.body, actorOf(request, clock()));
    if (!link) throw new CatalogueError("EMAIL_TAKEN");
    return toPasswordLinkView(config.publicUrl, link);
  });

  serve(app, manageEndpoints.makePasswordLink, async (request) => {
    const link = await makePasswordLink(storage, request.params.managerId, actorOf(request, clock()));
    if (!link) throw new CatalogueError("NOT_FOUND");
    return toPasswordLinkView(config.publicUrl, link);
  });

  serve(app, manageEndpoints.unlinkManager, async (request) => {
    const { managerId } = request.params;
    const event = eventOf(actorOf(request, clock()), "manager.unlinked", { detail: managerId });
    const isUnlinked = openId && (await storage.identities.unlink(managerId, openId.issuer, [event]));
    if (!isUnlinked) throw new CatalogueError("NOT_FOUND");
    return {};
  });

  serve(app, manageEndpoints.removeSecondFactor, async (request) => {
    const { managerId } = request.params;
    if (signedInPerson(request).manager.managerId === managerId)
      throw new CatalogueError("OWN_SECOND_FACTOR");
    if (!(await removeSecondFactor(storage, managerId, actorOf(request, clock()))))
      throw new CatalogueError("NOT_FOUND");
    return {};
  });

  serve(app, manageEndpoints.endManagerSessions, async (request) => {
    const { managerId } = request.params;
    const event = eventOf(actorOf(request, clock()), "manager.sessions-ended", { detail: managerId });
    if (!(await storage.managers.find(managerId))) throw new CatalogueError("NOT_FOUND");
    return { ended: await storage.managerSessions.endOf({ managerId }, [event]) };
  });

  serve(app, manageEndpoints.changeManager, async (request) => {
    const { managerId } = request.params;
    const { role } = request.body;
    const event = eventOf(actorOf(request, clock()), "manager.changed", { detail: `${managerId} ${role}` });
    return answer(await storage.managers.change({ ...request.body, managerId }, [event]));
  });

  serve(app, manageEndpoints.revokeManager, async (request) => {
    const { managerId } = request.params;
    const actor = actorOf(request, clock());
    const event = eventOf(actor, "manager.revoked", { detail: managerId });
    return answer(await storage.managers.revoke(managerId, actor.at, [event]));
  });

  serve(app, manageEndpoints.reviveManager, async (request) => {
    const { managerId } = request.params;
    const event = eventOf(actorOf(request, clock()), "manager.revived", { detail: managerId });
    return answer(await storage.managers.revive(managerId, [event]));
  });
}

function answer(outcome: ChangeOutcome) {
  if (outcome === "missing") throw new CatalogueError("NOT_FOUND");
  if (outcome === "last-administrator") throw new CatalogueError("LAST_ADMINISTRATOR");
  return {};
}

function toPasswordLinkView(publicUrl: string, link: MadeLink): PasswordLink {
  const { managerId, expiresAt } = link;
  return { managerId, link: linkAddress(publicUrl, link), expiresAt: isoOf(expiresAt) };
}
