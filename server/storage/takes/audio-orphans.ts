import type { AudioStore } from "./audio.ts";
import type { TakeName } from "./take-references.ts";

/** The places for copies; `asSet` is the place for new ones. */
export type AudioPlaces = { database: AudioStore; objects: AudioStore; asSet: "database" | "objects" };

/**
 * Stores copies in the place that is set. Copies from before a change of the setting are found and deleted in the other
 * place, too.
 */
export function keptAudio(places: AudioPlaces): AudioStore {
  const set = places[places.asSet];
  const earlier = otherThanSet(places);

  return {
    async put(name, audio, signal) {
      await set.put(name, audio, signal);
      await earlier.drop(name, signal);
    },

    size: async (name) => (await set.size(name)) ?? (await earlier.size(name)),

    async *read(name, range, signal) {
      const isSet = (await set.size(name)) !== undefined;
      yield* (isSet ? set : earlier).read(name, range, signal);
    },

    async drop(name, signal) {
      await places.database.drop(name);
      // object storage last, since it may be unavailable
      await places.objects.drop(name, signal);
    },

    async dropAllOf(clientId) {
      await places.database.dropAllOf(clientId);
      await places.objects.dropAllOf(clientId);
    },

    list: async () => [...(await set.list()), ...(await earlier.list())],
  };
}

/** Takes whose copy is in the other place than the set one. */
export function listMisplaced(places: AudioPlaces): Promise<TakeName[]> {
  return otherThanSet(places).list();
}

/** Moves a copy to the place that is set. The copy is always in at least one of the two places. */
export async function moveCopy(places: AudioPlaces, name: TakeName): Promise<void> {
  const from = otherThanSet(places);
  const size = await from.size(name);
  // the copy was deleted after it was listed
  if (size === undefined) return;
  const pieces: Uint8Array[] = [];
  if (size > 0) for await (const piece of from.read(name, { first: 0, last: size - 1 })) pieces.push(piece);
  await places[places.asSet].put(name, Buffer.concat(pieces));
  await from.drop(name);
}

function otherThanSet({ database, objects, asSet }: AudioPlaces): AudioStore {
  return asSet === "database" ? objects : database;
}
