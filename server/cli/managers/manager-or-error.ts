import type { Installation } from "../../open-installation.ts";
import type { StoredManager } from "../../storage/managers/managers.ts";
import { CommandError } from "../command.ts";

/** By e-mail address or id. */
export async function managerOrError({ storage }: Installation, text: string): Promise<StoredManager> {
  const isEmail = text.includes("@");
  const manager = isEmail
    ? await storage.managers.findByEmail(text.trim().toLowerCase())
    : await storage.managers.find(text);
  if (!manager)
    throw new CommandError(`There is no account manager ${text}. "firsthand manager list" shows them.`);
  return manager;
}
