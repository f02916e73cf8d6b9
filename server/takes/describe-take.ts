import type { Take } from "#contract/api/calls.ts";
import type { TakeName } from "../storage/takes/take-references.ts";
import type { StoredTake } from "../storage/takes/takes.ts";
import type { TakeStores } from "./drop-take.ts";

/** A recording as its client sees it; undefined if it does not exist. */
export async function toTakeView({ storage, audio }: TakeStores, name: TakeName): Promise<Take | undefined> {
  const take = await storage.takes.find(name);
  return take && described(take, (await audio.size(name)) !== undefined);
}

function described({ clientId: _client, ...take }: StoredTake, isPlayable: boolean): Take {
  return { ...take, isPlayable };
}
