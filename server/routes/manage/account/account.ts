import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import {
  addApiTokenRequestSchema,
  addedApiTokenSchema,
  apiTokensSchema,
  changePasswordRequestSchema,
  doneSchema,
  meSchema,
} from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CatalogueError } from "../../../http/errors.ts";
import { routeOf } from "../../../http/route.ts";
import { eventOf } from "../../../managers/actor.ts";
import { addApiToken, toldToken } from "../../../managers/api-tokens.ts";
import { tellMe } from "../../../managers/manager-view.ts";
import { signedInManager, signedInPerson } from "../../authentication.ts";
import type { Dependencies } from "../../dependencies.ts";
import { actorOf } from "../request-actor.ts";

const tokenParamsSchema = z.object({ tokenId: z.string().max(100) });

/** What managers do with their own accounts. */
export function accountRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, passwords, clock, config } = dependencies;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.me),
    schema: { summary: manageEndpoints.me.summary, response: { 200: successSchema(meSchema) } },
    handler: async (request) => ({ data: await tellMe(dependencies, signedInManager(request)) }),
  });

  routes.route({
    ...routeOf(manageEndpoints.changePassword),
    schema: {
      summary: manageEndpoints.changePassword.summary,
      body: changePasswordRequestSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const { manager, tokenHash } = signedInPerson(request);
      if (config.isOpenIdOnly) throw new CatalogueError("PASSWORDS_OFF");
      const { current, password } = request.body;
      if (!(await passwords.verify(current, manager.passwordHash)))
        throw new CatalogueError("WRONG_PASSWORD");
      const change = { passwordHash: await passwords.hash(password), keptToken: tokenHash };
      await storage.managers.setPassword(manager.managerId, change, [
        eventOf(actorOf(request, clock()), "manager.password-set", { detail: "by the owner" }),
      ]);
      return { data: {} };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.listApiTokens),
    schema: {
      summary: manageEndpoints.listApiTokens.summary,
      response: { 200: successSchema(apiTokensSchema) },
    },
    async handler(request) {
      const tokens = await storage.apiTokens.list(signedInManager(request).manager.managerId);
      return { data: { tokens: tokens.map(toldToken) } };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.addApiToken),
    schema: {
      summary: manageEndpoints.addApiToken.summary,
      body: addApiTokenRequestSchema,
      response: { 200: successSchema(addedApiTokenSchema) },
    },
    async handler(request) {
      signedInPerson(request);
      const added = await addApiToken(storage, request.body, actorOf(request, clock()));
      if (!added) throw new CatalogueError("TOO_MANY");
      return { data: added };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.revokeApiToken),
    schema: {
      summary: manageEndpoints.revokeApiToken.summary,
      params: tokenParamsSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const { tokenId } = request.params;
      const { managerId } = signedInManager(request).manager;
      const isRevoked = await storage.apiTokens.revoke({ managerId, tokenId }, [
        eventOf(actorOf(request, clock()), "token.revoked", { detail: tokenId }),
      ]);
      if (!isRevoked) throw new CatalogueError("NOT_FOUND");
      return { data: {} };
    },
  });
}
