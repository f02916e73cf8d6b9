import { randomBytes } from "node:crypto";
import { StorageRefusal } from "../storage/engine/faults.ts";
import type { Secrets } from "./secrets.ts";

/** What can be replaced while everything made with an earlier one goes on: where it stands, and how it is called. */
const RINGS = {
  pepper: { all: "peppers", current: "currentPepper", letter: "p", name: "pepper", renew: "rotate-pepper" },
  masterKey: {
    all: "masterKeys",
    current: "currentMasterKey",
    letter: "m",
    name: "master key",
    renew: "rotate-master",
  },
} as const;

export type Ring = keyof typeof RINGS;

/** The same secrets with a new one in that ring, which is the current one from then on; the others stay. */
export function withNewSecret(secrets: Secrets, ring: Ring): Secrets {
  const { all, current, letter } = RINGS[ring];
  const numbered = new RegExp(`^${letter}(\\d+)$`);
  const numbers = Object.keys(secrets[all]).map((id) => Number(numbered.exec(id)?.[1] ?? 0));
  // above all others, so that no id ever stands for two: backups name secrets by it
  const id = `${letter}${Math.max(...numbers) + 1}`;
  const secret = randomBytes(32).toString("base64");
  return { ...secrets, [all]: { ...secrets[all], [id]: secret }, [current]: id };
}

/** The same secrets without that one. Throws StorageRefusal where that secret cannot go. */
export function withoutSecret(secrets: Secrets, ring: Ring, id: string): Secrets {
  const { all, current, name, renew } = RINGS[ring];
  if (!Object.hasOwn(secrets[all], id)) {
    const ids = Object.keys(secrets[all]).join(", ");
    throw new StorageRefusal(`There is no ${name} of that name. Those that there are: ${ids}.`);
  }
  if (id === secrets[current])
    throw new StorageRefusal(`${id} is the current ${name}. Run "firsthand secrets ${renew}" first.`);
  const { [id]: _dropped, ...others } = secrets[all];
  return { ...secrets, [all]: others };
}
