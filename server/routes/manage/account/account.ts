import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CatalogError } from "../../../http/errors.ts";
import { serve } from "../../../http/serve.ts";
import { eventOf } from "../../../managers/actor.ts";
import { addApiToken, toTokenView } from "../../../managers/api-tokens.ts";
import { toMeView } from "../../../managers/manager-view.ts";
import { signedInManager, signedInPerson } from "../../authentication.ts";
import type { Dependencies } from "../../dependencies.ts";
import { actorOf } from "../request-actor.ts";
import type { ProveOwner } from "./prove-owner.ts";

/** The calls of managers for their own accounts. */
export function accountRoutes(app: FastifyInstance, dependencies: Dependencies, proof: ProveOwner): void {
  const { storage, passwords, clock, config } = dependencies;

  serve(app, manageEndpoints.me, (request) => toMeView(dependencies, signedInManager(request)));

  serve(app, manageEndpoints.changePassword, async (request) => {
    const { manager, tokenHash } = signedInPerson(request);
    if (config.isOpenIdOnly) throw new CatalogError("PASSWORDS_OFF");
    const { current, password } = request.body;
    await proof.demandPassword(request, current);
    const change = { passwordHash: await passwords.hash(password), keptToken: tokenHash };
    await storage.managers.setPassword(manager.managerId, change, [
      eventOf(actorOf(request, clock()), "manager.password-set", { detail: "by the owner" }),
    ]);
    return {};
  });

  serve(app, manageEndpoints.listApiTokens, async (request) => {
    const tokens = await storage.apiTokens.list(signedInManager(request).manager.managerId);
    return { tokens: tokens.map(toTokenView) };
  });

  serve(app, manageEndpoints.addApiToken, async (request) => {
    signedInPerson(request);
    const { name, days, scopes, ...shown } = request.body;
    await proof.demandProof(request, shown);
    const added = await addApiToken(storage, { name, days, scopes }, actorOf(request, clock()));
    if (!added) throw new CatalogError("TOO_MANY");
    return added;
  });

  serve(app, manageEndpoints.revokeApiToken, async (request) => {
    const { tokenId } = request.params;
    const { managerId } = signedInManager(request).manager;
    const isRevoked = await storage.apiTokens.revoke({ managerId, tokenId }, [
      eventOf(actorOf(request, clock()), "token.revoked", { detail: tokenId }),
    ]);
    if (!isRevoked) throw new CatalogError("NOT_FOUND");
    return {};
  });
}
