import { randomBytes } from "node:crypto";
import { StorageRefusal } from "../storage/faults.ts";
import type { Secrets } from "./secrets.ts";

const NUMBERED = /^p(\d+)$/;

/** The same secrets with a new pepper, which is the current one from then on; the others are kept. */
export function withNewPepper(secrets: Secrets): Secrets {
  const numbers = Object.keys(secrets.peppers).map((id) => Number(NUMBERED.exec(id)?.[1] ?? 0));
  // above all others, so that no id ever stands for two: backups name peppers by it
  const currentPepper = `p${Math.max(...numbers) + 1}`;
  const pepper = randomBytes(32).toString("base64");
  return { ...secrets, peppers: { ...secrets.peppers, [currentPepper]: pepper }, currentPepper };
}

/** The same secrets without that pepper. Throws StorageRefusal where it is none that can go. */
export function withoutPepper(secrets: Secrets, pepperId: string): Secrets {
  if (!Object.hasOwn(secrets.peppers, pepperId))
    throw new StorageRefusal(
      `There is no pepper of that name. Those that there are: ${Object.keys(secrets.peppers).join(", ")}.`,
    );
  if (pepperId === secrets.currentPepper)
    throw new StorageRefusal(
      `${pepperId} is the current pepper: new access keys are made with it. Run "firsthand secrets rotate-pepper" first.`,
    );
  const { [pepperId]: _dropped, ...peppers } = secrets.peppers;
  return { ...secrets, peppers };
}
