import { hash } from "node:crypto";
import { CatalogError } from "../http/errors.ts";
import type { SessionCondition } from "../storage/access/live-session.ts";
import type { Storage } from "../storage/storage.ts";
import type { TakeName } from "../storage/takes/take-references.ts";
import { audioKind } from "./audio-kind.ts";

export type ArrivingPart = TakeName & SessionCondition & { part: number; body: Uint8Array; now: number };

/** Stores a part and returns its SHA-256. Throws CatalogError if the part is refused. */
export async function receivePart(storage: Pick<Storage, "takes">, arriving: ArrivingPart): Promise<string> {
  const { now, ...part } = arriving;
  const sha256 = hash("sha256", part.body);
  const beginsAsAudio = audioKind(part.body) !== undefined;
  const refusal = await storage.takes.receivePart({ ...part, sha256, beginsAsAudio, at: now });
  if (refusal) throw new CatalogError(refusal);
  return sha256;
}
