import { createHmac, hkdfSync } from "node:crypto";
import type { MasterKey } from "../storage/sealing/data-keys.ts";

const PURPOSE = "firsthand reachability";
const KEY_BYTES = 32;

/** Proves that this server has the master key without revealing it. Hex. */
export function installationProof({ key }: MasterKey, challenge: string): string {
  const proving = Buffer.from(hkdfSync("sha256", key, "", PURPOSE, KEY_BYTES));
  return createHmac("sha256", proving).update(challenge).digest("hex");
}
