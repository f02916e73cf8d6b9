import type { FastifyRequest } from "fastify";
import { CatalogError } from "../../http/errors.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";

/**
 * The id of the account manager whom a request names by id or email address; undefined where it names none, null where
 * the client is to have no manager. Only administrators may name a manager other than themselves.
 */
export async function requestedManager(
  { storage }: Pick<Dependencies, "storage">,
  request: FastifyRequest,
  wished: string | null | undefined,
): Promise<string | null | undefined> {
  if (wished === undefined) return undefined;
  const { managerId, email, role } = signedInManager(request).manager;
  if (wished === managerId || wished?.toLowerCase() === email) return managerId;
  if (role !== "administrator") throw new CatalogError("FORBIDDEN");
  if (wished === null) return null;
  return givableManager(storage, wished);
}

async function givableManager({ managers }: Dependencies["storage"], wished: string): Promise<string> {
  const manager = wished.includes("@")
    ? await managers.findByEmail(wished.toLowerCase())
    : await managers.find(wished);
  if (manager && manager.revokedAt === null) return manager.managerId;
  const message = manager
    ? "This account is revoked. Let its owner sign in again first, or choose somebody else"
    : "There is no such account manager";
  throw new CatalogError("VALIDATION_ERROR", { details: [{ path: "manager", message }] });
}
