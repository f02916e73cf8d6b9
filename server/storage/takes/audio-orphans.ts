import type { AudioStore } from "./audio.ts";
import type { TakeName } from "./take-references.ts";

/** Where copies can lie; `asSet` is where new ones go. */
export type AudioPlaces = { database: AudioStore; objects: AudioStore; asSet: "database" | "objects" };

/** Copies lie in the place that is set, but for those from before it was: they are found, and dropped, in both. */
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
      // last: it may be away
      await places.objects.drop(name, signal);
    },

    async dropAllOf(clientId) {
      await places.database.dropAllOf(clientId);
      await places.objects.dropAllOf(clientId);
    },

    list: async () => [...(await set.list()), ...(await earlier.list())],
  };
}

/** Takes whose copy is not where copies are to go. */
export function listMisplaced(places: AudioPlaces): Promise<TakeName[]> {
  return otherThanSet(places).list();
}

/** Brings a copy to where copies are to go. It is in one of the two places at each moment, or in both. */
export async function moveCopy(places: AudioPlaces, name: TakeName): Promise<void> {
  const from = otherThanSet(places);
  const size = await from.size(name);
  // dropped since it was listed
  if (size === undefined) return;
  const pieces: Uint8Array[] = [];
  if (size > 0) for await (const piece of from.read(name, { first: 0, last: size - 1 })) pieces.push(piece);
  await places[places.asSet].put(name, Buffer.concat(pieces));
  await from.drop(name);
}

function otherThanSet({ database, objects, asSet }: AudioPlaces): AudioStore {
  return asSet === "database" ? objects : database;
}
