import { randomBytes } from "node:crypto";
import { StorageRefusal } from "../storage/engine/faults.ts";
import type { Secrets } from "./secrets.ts";

/** The secrets that can be rotated while data made with earlier ones stays valid, and their names. */
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

export type SecretKind = keyof typeof RINGS;

/** Adds a new secret to the ring and makes it current; the earlier ones stay. */
export function withNewSecret(secrets: Secrets, ring: SecretKind): Secrets {
  const { all, current, letter } = RINGS[ring];
  const numbered = new RegExp(`^${letter}(\\d+)$`);
  const numbers = Object.keys(secrets[all]).map((id) => Number(numbered.exec(id)?.[1] ?? 0));
  // above all earlier numbers, so that no id is reused: backups refer to secrets by id
  const id = `${letter}${Math.max(...numbers) + 1}`;
  const secret = randomBytes(32).toString("base64");
  return { ...secrets, [all]: { ...secrets[all], [id]: secret }, [current]: id };
}

/** Removes a secret from the ring. Throws StorageRefusal if it is unknown or current. */
export function withoutSecret(secrets: Secrets, ring: SecretKind, id: string): Secrets {
  const { all, current, name, renew } = RINGS[ring];
  if (!Object.hasOwn(secrets[all], id)) {
    const ids = Object.keys(secrets[all]).join(", ");
    throw new StorageRefusal(`There is no ${name} "${id}". Available: ${ids}.`);
  }
  if (id === secrets[current])
    throw new StorageRefusal(`${id} is the current ${name}. Run "firsthand secrets ${renew}" first.`);
  const { [id]: _dropped, ...others } = secrets[all];
  return { ...secrets, [all]: others };
}
