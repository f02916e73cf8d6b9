import type { Take } from "#contract/api/calls.ts";
import type { TakeName } from "../storage/takes/take-references.ts";
import type { StoredTake } from "../storage/takes/takes.ts";
import type { KeptTakes } from "./drop-take.ts";

/** What a client sees of a take; undefined where there is no take of that name. */
export async function toTakeView({ storage, audio }: KeptTakes, name: TakeName): Promise<Take | undefined> {
  const take = await storage.takes.find(name);
  return take && described(take, (await audio.size(name)) !== undefined);
}

function described({ clientId: _client, ...take }: StoredTake, isPlayable: boolean): Take {
  return { ...take, isPlayable };
}
