import { createHmac, hkdfSync } from "node:crypto";
import type { MasterKey } from "../storage/sealing/data-keys.ts";

const PURPOSE = "firsthand reachability";
const KEY_BYTES = 32;

/** Shows that who answers has this master key, and tells nothing of it. In hex. */
export function installationProof({ key }: MasterKey, challenge: string): string {
  const proving = Buffer.from(hkdfSync("sha256", key, "", PURPOSE, KEY_BYTES));
  return createHmac("sha256", proving).update(challenge).digest("hex");
}
