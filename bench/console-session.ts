import type { BrowserContext } from "@playwright/test";
import { addManager, setPasswordByLink } from "../server/managers/accounts.ts";
import { openManagerSession } from "../server/managers/manager-sessions.ts";
import { createPasswordHasher } from "../server/managers/passwords.ts";
import type { Storage } from "../server/storage/storage.ts";

/** Adds an administrator and returns the token of their session in the console. */
export async function openConsoleSession(storage: Storage): Promise<string> {
  const arrival = { actor: "operator", at: Date.now(), device: null };
  const account = { name: "Grace", email: "grace@example.com", role: "administrator" as const };
  const link = await addManager(storage, account, arrival);
  const passwords = createPasswordHasher();
  const password = "correct horse battery";
  const set = link && (await setPasswordByLink({ storage, passwords }, { ...link, password }, arrival));
  if (!set) throw new Error("The account was not made");
  const { token } = await openManagerSession(storage, set.manager, { ...arrival, way: "link" });
  return token;
}

/** Signs a browser in with the token of a session. */
export function enterConsole(context: BrowserContext, url: string, token: string): Promise<void> {
  return context.addCookies([
    { name: "firsthand-console", value: token, url, httpOnly: true, sameSite: "Strict" },
  ]);
}
