import * as z from "zod/mini";
import { addClientRequestSchema, type UpsertClientRequest } from "#contract/manage/clients.ts";
import { CatalogError } from "../http/errors.ts";
import type { ManagedClient } from "../storage/clients/managed-clients.ts";
import type { Scope } from "../storage/clients/scope.ts";
import type { Storage } from "../storage/storage.ts";
import { patchClient } from "./change-client.ts";
import { type AddClientContext, addNewClient, type NewClient, type NewClientInput } from "./new-client.ts";

type UpsertContext = AddClientContext & { storage: Pick<Storage, "fields"> };
/** `managerId`: the client's manager; undefined if the caller does not say. */
export type UpsertInput = Omit<UpsertClientRequest, "externalId" | "manager"> & {
  externalId: string;
  scope: Scope;
  managerId: string | null | undefined;
};
export type UpsertResult = { added: NewClient } | { changed: string };

/** Changes the client in scope with this external id, or adds one. Throws CatalogError if that is refused. */
export async function upsertClient(context: UpsertContext, wish: UpsertInput): Promise<UpsertResult> {
  const known = await findOwn(context, wish);
  if (known) return change(context, known, wish);
  try {
    return { added: await addNewClient(context, newClient(wish)) };
  } catch (error) {
    if (!(error instanceof CatalogError && error.code === "EXTERNAL_ID_TAKEN")) throw error;
    // another program has added the client meanwhile, or the client belongs to another manager
    const added = await findOwn(context, wish);
    if (!added) throw error;
    return change(context, added, wish);
  }
}

async function findOwn(
  { storage }: UpsertContext,
  { scope, externalId }: UpsertInput,
): Promise<ManagedClient | undefined> {
  const wanted = { externalIds: [externalId], foldedNames: [] };
  return (await storage.clients.listMatches(scope, wanted))[0];
}

async function change(
  context: UpsertContext,
  client: ManagedClient,
  wish: UpsertInput,
): Promise<UpsertResult> {
  const { scope: _scope, interviewId: _interview, withKey: _key, answers: _answers, ...facts } = wish;
  const { managerId, ...others } = facts;
  // naming the absent manager changes nothing, because the client returns to that manager anyway
  const getsBack = managerId === client.goesBackTo?.managerId;
  const patch = { ...others, managerId: getsBack ? undefined : managerId };
  await patchClient(context.storage, client, patch, context.actor);
  return { changed: client.clientId };
}

/** Adds the defaults of a new client. */
function newClient(wish: UpsertInput): NewClientInput {
  const { name, managerId, scope: _scope, ...facts } = wish;
  if (name === undefined) {
    const details = [{ path: "name", message: "A new client needs a name" }];
    throw new CatalogError("VALIDATION_ERROR", { details });
  }
  return { ...z.parse(addClientRequestSchema, { ...facts, name }), managerId };
}
