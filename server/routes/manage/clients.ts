import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AddedClient } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { changeClient, patchClient } from "../../clients/change-client.ts";
import { eraseClient } from "../../clients/erase-client.ts";
import {
  countClients,
  findClient,
  type ListReader,
  listClients,
  viewOf,
} from "../../clients/list-clients.ts";
import {
  type AddClientContext,
  addNewClient,
  type NewClient,
  type NewClientInput,
} from "../../clients/new-client.ts";
import { upsertClient } from "../../clients/upsert-client.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import type { InterviewVersion } from "../../interviews/definition.ts";
import type { ManagedClient } from "../../storage/clients/managed-clients.ts";
import { refuseUnfitToken, signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { toIssuedKeyView } from "./issued-key-view.ts";
import { actorOf, readerOf } from "./request-actor.ts";
import { requestedManager } from "./requested-manager.ts";

/** A manager's calls for clients: list, add, change, and erase. */
export function clientRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { config, clock } = dependencies;

  function addingFor(request: FastifyRequest): AddClientContext & Dependencies {
    const now = clock();
    return { ...dependencies, now, actor: actorOf(request, now), manager: signedInManager(request).manager };
  }

  function addedView({ clientId, key }: NewClient): AddedClient {
    if (key) return toIssuedKeyView(config, { clientId, ...key });
    return { clientId, keyId: null, accessKey: null, link: null, expiresAt: null };
  }

  serve(app, manageEndpoints.listClients, (request) =>
    listClients(dependencies, readerOf(request), request.query),
  );

  serve(app, manageEndpoints.addClient, async (request) => {
    const { manager, ...wish } = request.body;
    refuseAnswersUnlessAllowed(request, wish);
    const managerId = await requestedManager(dependencies, request, manager);
    return addedView(await addNewClient(addingFor(request), { ...wish, managerId }));
  });

  serve(app, manageEndpoints.upsertClient, async (request, reply) => {
    const { manager, externalId: sent, ...wish } = request.body;
    const { externalId } = request.params;
    if (sent !== undefined && sent !== externalId) throw otherExternalId();
    refuseAnswersUnlessAllowed(request, wish);
    const managerId = await requestedManager(dependencies, request, manager);
    const reader = readerOf(request);
    const wished = { ...wish, externalId, scope: reader.scope, managerId };
    const upserted = await upsertClient(addingFor(request), wished);
    if ("added" in upserted) return reply.code(201).send({ data: addedView(upserted.added) });
    return await findClient(dependencies, await clientOf(dependencies, reader, upserted.changed));
  });

  serve(app, manageEndpoints.countClients, (request) => countClients(dependencies, readerOf(request)));

  serve(
    app,
    manageEndpoints.findClient,
    async (request) => await findClient(dependencies, await ownClient(dependencies, request)),
  );

  serve(app, manageEndpoints.changeClient, async (request) => {
    const client = await ownClient(dependencies, request);
    const { managerId = client.managerId } = request.body;
    if (managerId !== client.managerId) await refuseUnlessGivable(dependencies, request, managerId);
    await changeClient(dependencies.storage, client, request.body, actorOf(request, clock()));
    return {};
  });

  serve(app, manageEndpoints.patchClient, async (request) => {
    const client = await ownClient(dependencies, request);
    const { managerId = client.managerId } = request.body;
    if (managerId !== client.managerId) await refuseUnlessGivable(dependencies, request, managerId);
    await patchClient(dependencies.storage, client, request.body, actorOf(request, clock()));
    return {};
  });

  serve(app, manageEndpoints.eraseClient, async (request) => {
    const { clientId, name } = await ownClient(dependencies, request);
    if (request.body.name.trim() !== name) throw new CatalogError("NAME_MISMATCH");
    const { at, ...by } = actorOf(request, clock());
    const outcome = await eraseClient(dependencies, { clientId, at, by });
    return { isWhole: outcome === "erased" };
  });
}

/** Only administrators may reassign a client, and only to an active manager or to none. */
export async function refuseUnlessGivable(
  { storage }: Pick<Dependencies, "storage">,
  request: FastifyRequest,
  managerId: string | null,
): Promise<void> {
  if (signedInManager(request).manager.role !== "administrator") throw new CatalogError("FORBIDDEN");
  if (managerId === null) return;
  const manager = await storage.managers.find(managerId);
  if (manager && manager.revokedAt === null) return;
  const message = manager
    ? "This account is revoked. Let its owner sign in again first, or choose somebody else"
    : "There is no such account manager";
  const details = [{ path: "managerId", message }];
  throw new CatalogError("VALIDATION_ERROR", { details });
}

/** Answering on a client's behalf needs its own scope, beyond that for adding a client. */
function refuseAnswersUnlessAllowed(
  request: FastifyRequest,
  { answers }: Pick<NewClientInput, "answers">,
): void {
  if (answers) refuseUnfitToken(signedInManager(request), "answers:write");
}

function otherExternalId(): CatalogError {
  const details = [{ path: "externalId", message: "Expected the same external ID as in the URL" }];
  return new CatalogError("VALIDATION_ERROR", { details });
}

type ClientRequest = FastifyRequest<{ Params: { clientId: string } }>;

/** The client in the address; a client of another manager counts as not found. */
export async function ownClient(
  listing: Pick<Dependencies, "storage" | "settings" | "mail" | "clock">,
  request: ClientRequest,
): Promise<ManagedClient> {
  return clientOf(listing, readerOf(request), request.params.clientId);
}

async function clientOf(
  listing: Parameters<typeof ownClient>[0],
  { scope, readerId }: ListReader,
  clientId: string,
): Promise<ManagedClient> {
  const view = viewOf(listing, readerId);
  const client = await listing.storage.clients.findManaged(scope, clientId, view);
  if (!client) throw new CatalogError("NOT_FOUND");
  return client;
}

/** The same client with the interview version that the client answers. */
export async function askedClient(
  dependencies: Parameters<typeof ownClient>[0] & Pick<Dependencies, "book">,
  request: ClientRequest,
): Promise<{ clientId: string; version: InterviewVersion }> {
  const { clientId, interview } = await ownClient(dependencies, request);
  return { clientId, version: await dependencies.book.of(interview) };
}
