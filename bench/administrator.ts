import { scopeNames } from "../contract/api/scopes.ts";
import { addManager } from "../server/managers/accounts.ts";
import { addApiToken } from "../server/managers/api-tokens.ts";
import type { Storage } from "../server/storage/storage.ts";

/** Adds an administrator and returns an API token. Another `number` adds another administrator. */
export async function addAdministrator(storage: Storage, number = 0): Promise<string> {
  const actor = { actor: "operator", at: Date.now() };
  const account = { name: "Ada", email: `ada-${number}@example.com`, role: "administrator" as const };
  const { managerId } = (await addManager(storage, account, actor)) ?? {};
  const token =
    managerId &&
    (await addApiToken(
      storage,
      { name: "bench", days: 1, scopes: scopeNames },
      { ...actor, actor: managerId },
    ));
  if (!token) throw new Error("The administrator was not made");
  return token.token;
}
