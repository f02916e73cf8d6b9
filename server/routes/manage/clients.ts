import type { FastifyInstance, FastifyRequest } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { addClient } from "../../access-keys/issue-key.ts";
import { changeClient } from "../../clients/change-client.ts";
import { eraseClient } from "../../clients/erase-client.ts";
import { findClient, listClients } from "../../clients/list-clients.ts";
import { CatalogueError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import type { ManagedClient } from "../../storage/clients/client-list.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { toIssuedKeyView } from "./issued-key-view.ts";
import { actorOf, readerOf, scopeOf } from "./request-actor.ts";

/** Clients as their manager works with them. */
export function clientRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { config, clock } = dependencies;

  serve(app, manageEndpoints.listClients, (request) =>
    listClients(dependencies, readerOf(request), request.query),
  );

  serve(app, manageEndpoints.addClient, async (request) => {
    const { managerId } = signedInManager(request).manager;
    const now = clock();
    const issuing = { ...dependencies, now, actor: actorOf(request, now) };
    return toIssuedKeyView(config, await addClient(issuing, { ...request.body, managerId }));
  });

  serve(
    app,
    manageEndpoints.findClient,
    async (request) => await findClient(dependencies, await ownClient(dependencies, request)),
  );

  serve(app, manageEndpoints.changeClient, async (request) => {
    const client = await ownClient(dependencies, request);
    const { managerId = client.managerId } = request.body;
    if (managerId !== client.managerId) await refuseUnlessGivable(request, managerId);
    await changeClient(dependencies.storage, client, request.body, actorOf(request, clock()));
    return {};
  });

  serve(app, manageEndpoints.eraseClient, async (request) => {
    const { clientId, name } = await ownClient(dependencies, request);
    if (request.body.name.trim() !== name) throw new CatalogueError("NAME_MISMATCH");
    const { at, ...by } = actorOf(request, clock());
    const outcome = await eraseClient(dependencies, { clientId, at, by });
    return { isWhole: outcome === "erased" };
  });

  /** Only administrators give a client away, to somebody who may sign in, or to nobody. */
  async function refuseUnlessGivable(request: FastifyRequest, managerId: string | null): Promise<void> {
    if (signedInManager(request).manager.role !== "administrator") throw new CatalogueError("FORBIDDEN");
    if (managerId === null) return;
    const manager = await dependencies.storage.managers.find(managerId);
    if (manager && manager.revokedAt === null) return;
    const message = manager
      ? "This account is revoked. Let its owner sign in again first, or choose somebody else"
      : "There is no such account manager";
    const details = [{ path: "managerId", message }];
    throw new CatalogueError("VALIDATION_ERROR", { details });
  }
}

type ClientRequest = FastifyRequest<{ Params: { clientId: string } }>;

/** The client of the address; another manager's is as good as none. */
export async function ownClient(
  { storage }: Pick<Dependencies, "storage">,
  request: ClientRequest,
): Promise<ManagedClient> {
  const client = await storage.clients.findManaged(scopeOf(request), request.params.clientId);
  if (!client) throw new CatalogueError("NOT_FOUND");
  return client;
}
