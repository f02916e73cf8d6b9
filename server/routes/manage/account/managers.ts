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
import { actorOf, tellingActor } from "../request-actor.ts";
import type { ProveOwner } from "./prove-owner.ts";

/**
 * The accounts, for administrators in person: what a leaked token made would outlive it. What lets somebody in asks for the
 * password again, and the code, since what an open tab made would outlive that too.
 */
export function managerRoutes(
  app: FastifyInstance,
  dependencies: Dependencies,
  { demandProof }: ProveOwner,
): void {
  const { storage, config, clock, openId } = dependencies;

  serve(app, manageEndpoints.listManagers, async () => ({
    managers: await listManagerViews(storage, openId?.issuer),
  }));

  serve(app, manageEndpoints.addManager, async (request) => {
    const { name, email, role, ...proof } = request.body;
    await demandProof(request, proof);
    const link = await addManager(storage, { name, email, role }, tellingActor(request, dependencies));
    if (!link) throw new CatalogueError("EMAIL_TAKEN");
    return toPasswordLinkView(config.publicUrl, link);
  });

  serve(app, manageEndpoints.makePasswordLink, async (request) => {
    const { managerId } = request.params;
    if (signedInPerson(request).manager.managerId === managerId)
      throw new CatalogueError("OWN_PASSWORD_LINK");
    await demandProof(request, request.body);
    const link = await makePasswordLink(storage, managerId, tellingActor(request, dependencies));
    if (!link) throw new CatalogueError("NOT_FOUND");
    return toPasswordLinkView(config.publicUrl, link);
  });

  serve(app, manageEndpoints.unlinkManager, async (request) => {
    signedInPerson(request);
    const { managerId } = request.params;
    const event = eventOf(tellingActor(request, dependencies), "manager.unlinked", { detail: managerId });
    const isUnlinked = openId && (await storage.identities.unlink(managerId, openId.issuer, [event]));
    if (!isUnlinked) throw new CatalogueError("NOT_FOUND");
    return {};
  });

  serve(app, manageEndpoints.removeSecondFactor, async (request) => {
    const { managerId } = request.params;
    if (signedInPerson(request).manager.managerId === managerId)
      throw new CatalogueError("OWN_SECOND_FACTOR");
    await demandProof(request, request.body);
    if (!(await removeSecondFactor(storage, managerId, tellingActor(request, dependencies))))
      throw new CatalogueError("NOT_FOUND");
    return {};
  });

  serve(app, manageEndpoints.endManagerSessions, async (request) => {
    signedInPerson(request);
    const { managerId } = request.params;
    const event = eventOf(actorOf(request, clock()), "manager.sessions-ended", { detail: managerId });
    if (!(await storage.managers.find(managerId))) throw new CatalogueError("NOT_FOUND");
    return { ended: await storage.managerSessions.endOf({ managerId }, [event]) };
  });

  serve(app, manageEndpoints.changeManager, async (request) => {
    signedInPerson(request);
    const { managerId } = request.params;
    const { name, role, ...proof } = request.body;
    const before = await storage.managers.find(managerId);
    if (role === "administrator" && before?.role === "manager") await demandProof(request, proof);
    const detail = `${managerId} ${role}`;
    const event = eventOf(tellingActor(request, dependencies), "manager.changed", { detail });
    return answer(await storage.managers.change({ managerId, name, role }, [event]));
  });

  serve(app, manageEndpoints.revokeManager, async (request) => {
    signedInPerson(request);
    const { managerId } = request.params;
    const actor = tellingActor(request, dependencies);
    const event = eventOf(actor, "manager.revoked", { detail: managerId });
    return answer(await storage.managers.revoke(managerId, actor.at, [event]));
  });

  serve(app, manageEndpoints.reviveManager, async (request) => {
    await demandProof(request, request.body);
    const { managerId } = request.params;
    const event = eventOf(tellingActor(request, dependencies), "manager.revived", { detail: managerId });
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
