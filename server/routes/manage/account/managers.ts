import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import { isoOf } from "#contract/instants.ts";
import {
  addManagerRequestSchema,
  changeManagerRequestSchema,
  doneSchema,
  managersSchema,
  type PasswordLink,
  passwordLinkSchema,
} from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { endedSessionsSchema } from "#contract/manage/sessions.ts";
import { CatalogueError } from "../../../http/errors.ts";
import { routeOf } from "../../../http/route.ts";
import { addManager, linkAddress, type MadeLink, makePasswordLink } from "../../../managers/accounts.ts";
import { eventOf } from "../../../managers/actor.ts";
import { tellManagers } from "../../../managers/manager-view.ts";
import { removeSecondFactor } from "../../../managers/second-factor.ts";
import type { ChangeOutcome } from "../../../storage/managers/managers.ts";
import { signedInPerson } from "../../authentication.ts";
import type { Dependencies } from "../../dependencies.ts";
import { actorOf } from "../request-actor.ts";

const managerParamsSchema = z.object({ managerId: z.string().max(100) });

/** The accounts, for administrators. */
export function managerRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, config, clock, openId } = dependencies;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.listManagers),
    schema: {
      summary: manageEndpoints.listManagers.summary,
      response: { 200: successSchema(managersSchema) },
    },
    handler: async () => ({ data: { managers: await tellManagers(storage, openId?.issuer) } }),
  });

  routes.route({
    ...routeOf(manageEndpoints.addManager),
    schema: {
      summary: manageEndpoints.addManager.summary,
      body: addManagerRequestSchema,
      response: { 200: successSchema(passwordLinkSchema) },
    },
    async handler(request) {
      const link = await addManager(storage, request.body, actorOf(request, clock()));
      if (!link) throw new CatalogueError("EMAIL_TAKEN");
      return { data: toldLink(config.publicUrl, link) };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.makePasswordLink),
    schema: {
      summary: manageEndpoints.makePasswordLink.summary,
      params: managerParamsSchema,
      response: { 200: successSchema(passwordLinkSchema) },
    },
    async handler(request) {
      const link = await makePasswordLink(storage, request.params.managerId, actorOf(request, clock()));
      if (!link) throw new CatalogueError("NOT_FOUND");
      return { data: toldLink(config.publicUrl, link) };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.unlinkManager),
    schema: {
      summary: manageEndpoints.unlinkManager.summary,
      params: managerParamsSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const { managerId } = request.params;
      const event = eventOf(actorOf(request, clock()), "manager.unlinked", { detail: managerId });
      const isUnlinked = openId && (await storage.identities.unlink(managerId, openId.issuer, [event]));
      if (!isUnlinked) throw new CatalogueError("NOT_FOUND");
      return { data: {} };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.removeSecondFactor),
    schema: {
      summary: manageEndpoints.removeSecondFactor.summary,
      params: managerParamsSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const { managerId } = request.params;
      if (signedInPerson(request).manager.managerId === managerId)
        throw new CatalogueError("OWN_SECOND_FACTOR");
      if (!(await removeSecondFactor(storage, managerId, actorOf(request, clock()))))
        throw new CatalogueError("NOT_FOUND");
      return { data: {} };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.endManagerSessions),
    schema: {
      summary: manageEndpoints.endManagerSessions.summary,
      params: managerParamsSchema,
      response: { 200: successSchema(endedSessionsSchema) },
    },
    async handler(request) {
      const { managerId } = request.params;
      const event = eventOf(actorOf(request, clock()), "manager.sessions-ended", { detail: managerId });
      if (!(await storage.managers.find(managerId))) throw new CatalogueError("NOT_FOUND");
      return { data: { ended: await storage.managerSessions.endOf({ managerId }, [event]) } };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.changeManager),
    schema: {
      summary: manageEndpoints.changeManager.summary,
      params: managerParamsSchema,
      body: changeManagerRequestSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const { managerId } = request.params;
      const { role } = request.body;
      const event = eventOf(actorOf(request, clock()), "manager.changed", { detail: `${managerId} ${role}` });
      return answer(await storage.managers.change({ ...request.body, managerId }, [event]));
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.revokeManager),
    schema: {
      summary: manageEndpoints.revokeManager.summary,
      params: managerParamsSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const { managerId } = request.params;
      const actor = actorOf(request, clock());
      const event = eventOf(actor, "manager.revoked", { detail: managerId });
      return answer(await storage.managers.revoke(managerId, actor.at, [event]));
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.reviveManager),
    schema: {
      summary: manageEndpoints.reviveManager.summary,
      params: managerParamsSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const { managerId } = request.params;
      const event = eventOf(actorOf(request, clock()), "manager.revived", { detail: managerId });
      return answer(await storage.managers.revive(managerId, [event]));
    },
  });
}

function answer(outcome: ChangeOutcome) {
  if (outcome === "missing") throw new CatalogueError("NOT_FOUND");
  if (outcome === "last-administrator") throw new CatalogueError("LAST_ADMINISTRATOR");
  return { data: {} };
}

function toldLink(publicUrl: string, link: MadeLink): PasswordLink {
  const { managerId, expiresAt } = link;
  return { managerId, link: linkAddress(publicUrl, link), expiresAt: isoOf(expiresAt) };
}
