import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * Random ids that are the same on each side that plays the same calls, so that lists ordered by id are comparable.
 * `begin` names the next call; `restore` brings back the real random ids.
 */
export function sameIds() {
  const genuine = crypto.randomUUID;
  let call = "";
  let made = 0;
  crypto.randomUUID = () => uuidOf(`${call} ${made++}`);
  syncBuiltinESMExports();
  return {
    begin(name: string): void {
      call = name;
      made = 0;
    },
    restore(): void {
      crypto.randomUUID = genuine;
      syncBuiltinESMExports();
    },
  };
}

function uuidOf(text: string) {
  const hex = crypto.hash("sha256", text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}` as const;
}
