import { randomUUID } from "node:crypto";
import type { Engine } from "../engine/engine.ts";
import { AudioUnavailable, StorageUnavailable } from "../engine/faults.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { isSealed, SEAL_BYTES } from "../sealing/seal.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { type AudioStore, type ByteRange, PIECE_BYTES } from "./audio.ts";
import type { TakeName } from "./take-references.ts";

/**
 * A store of objects by key. Each call throws AudioUnavailable if it gets no proper answer, or if the signal aborts it.
 */
export type Bucket = {
  /** Atomic: the object is complete or missing. */
  put(key: string, body: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** Returns exactly those bytes. Throws StorageUnavailable if there is no such object. */
  read(key: string, range: ByteRange, signal?: AbortSignal): Promise<Uint8Array>;
  /** Succeeds if there is no such object. */
  drop(key: string, signal?: AbortSignal): Promise<void>;
  /** The keys with this prefix. */
  list(prefix: string): AsyncGenerator<string>;
  /** Why the bucket cannot be used, and what to do; undefined if the bucket works. */
  problem(): Promise<string | undefined>;
};
type Copy = { objectKey: string; bytes: number };

/** How many pieces of a copy are fetched at once and held in memory. */
const PIECES_AT_ONCE = 8;
const SEALED_PIECE_BYTES = PIECE_BYTES + SEAL_BYTES;

/**
 * Stores each copy as an object in a bucket, sealed in pieces so that a part of it can be read alone. The table says
 * which object is the copy, so a look-up needs no request to the bucket. An object's row is added before the object
 * and deleted after it, so that every object in the bucket is known.
 *
 * @param bucket Undefined if none is set: then this store accepts no new copies, but still knows the earlier ones.
 */
export function objectAudio(engine: Engine, seals: DataKeyring, bucket: Bucket | undefined): AudioStore {
  const configured = (): Bucket => {
    if (bucket) return bucket;
    throw new AudioUnavailable(
      "This recording is in object storage, which isn't set up. Set FIRSTHAND_S3_ENDPOINT and the other FIRSTHAND_S3_ settings.",
    );
  };

  const findCopy = (name: TakeName): Promise<Copy | undefined> =>
    engine.read(async (db) => {
      const row = await objectsOf(db, name)
        .select(["object_key", "bytes"])
        .where("bytes", "is not", null)
        .executeTakeFirst();
      return row && { objectKey: row.object_key, bytes: row.bytes ?? 0 };
    });

  const noteObject = (name: TakeName, objectKey: string) =>
    engine.write(async (db) => {
      const seal = await seals.toWrite(db, name.clientId);
      const row = {
        object_key: objectKey,
        client_id: name.clientId,
        take_id: name.takeId,
        bytes: null,
      } satisfies Tables["audio_objects"];
      await db.insertInto("audio_objects").values(row).execute();
      return seal;
    });

  /** Makes this object the take's only copy. False if the copy was deleted while it was being stored. */
  const makeCopy = (name: TakeName, { objectKey, bytes }: Copy): Promise<boolean> =>
    engine.write(async (db) => {
      const made = await updateOf(db, name)
        .set({ bytes })
        .where("object_key", "=", objectKey)
        .executeTakeFirst();
      if (made.numUpdatedRows === 0n) return false;
      await updateOf(db, name).set({ bytes: null }).where("object_key", "<>", objectKey).execute();
      return true;
    });

  const condemn = (name: TakeName) =>
    engine.write(async (db) => {
      await updateOf(db, name).set({ bytes: null }).where("bytes", "is not", null).execute();
    });

  const listLeft = (name: TakeName): Promise<string[]> =>
    engine.read(async (db) => {
      const rows = await objectsOf(db, name).select("object_key").where("bytes", "is", null).execute();
      return rows.map((row) => row.object_key);
    });

  /** Deletes a take's objects that are not its copy. */
  async function dropLeft(name: TakeName, signal?: AbortSignal): Promise<void> {
    for (const objectKey of await listLeft(name)) {
      await configured().drop(objectKey, signal);
      await engine.write(async (db) => {
        await db.deleteFrom("audio_objects").where("object_key", "=", objectKey).execute();
      });
    }
  }

  async function drop(name: TakeName, signal?: AbortSignal): Promise<void> {
    await condemn(name);
    await dropLeft(name, signal);
  }

  const listTakes = (clientId: string): Promise<TakeName[]> =>
    engine.read(async (db) => {
      const objects = db.selectFrom("audio_objects").select("take_id").distinct();
      const rows = await objects.where("client_id", "=", clientId).execute();
      return rows.map((row) => ({ clientId, takeId: row.take_id }));
    });

  return {
    async put(name, audio, signal) {
      const store = configured();
      await dropLeft(name, signal);
      const objectKey = `${prefixOf(name.clientId)}${randomUUID()}`;
      const seal = await noteObject(name, objectKey);
      const sealed = piecesOf(audio).map((plain, piece) =>
        seal.sealBytes(sealingContexts.objectPiece(name.takeId, objectKey, piece), plain),
      );
      await store.put(objectKey, Buffer.concat(sealed), signal);
      if (!(await makeCopy(name, { objectKey, bytes: audio.length }))) {
        await store.drop(objectKey, signal);
        throw new AudioUnavailable("The copy was dropped while it was being stored.");
      }
      await dropLeft(name, signal);
    },

    size: async (name) => (await findCopy(name))?.bytes,

    async *read(name, { first, last }, signal) {
      const copy = await findCopy(name);
      if (!copy) throw new AudioUnavailable("The copy is being dropped.");
      const { objectKey } = copy;
      const lastPiece = Math.floor(last / PIECE_BYTES);
      for (let from = Math.floor(first / PIECE_BYTES); from <= lastPiece; from += PIECES_AT_ONCE) {
        const to = Math.min(from + PIECES_AT_ONCE - 1, lastPiece);
        const fetched = await configured().read(objectKey, sealedRange(copy, from, to), signal);
        // read each time, since the client may be erased meanwhile, and the key with the client
        const seal = await engine.read((db) => seals.toRead(db, name.clientId));
        for (let piece = from; piece <= to; piece++) {
          const start = (piece - from) * SEALED_PIECE_BYTES;
          const bytes = fetched.subarray(start, start + SEALED_PIECE_BYTES);
          if (!isSealed(bytes)) throw otherBytes();
          const place = sealingContexts.objectPiece(name.takeId, objectKey, piece);
          const body = opened(() => seal.unsealBytes(place, bytes));
          yield body.subarray(Math.max(first - piece * PIECE_BYTES, 0), last - piece * PIECE_BYTES + 1);
        }
      }
    },

    drop,

    async dropAllOf(clientId) {
      for (const name of await listTakes(clientId)) await drop(name);
      // objects that a restored database does not know
      if (bucket) for await (const objectKey of bucket.list(prefixOf(clientId))) await bucket.drop(objectKey);
    },

    list: () =>
      engine.read(async (db) => {
        const copies = db.selectFrom("audio_objects").select(["client_id", "take_id"]);
        const rows = await copies.where("bytes", "is not", null).execute();
        return rows.map((row) => ({ clientId: row.client_id, takeId: row.take_id }));
      }),
  };
}

function objectsOf(db: Db, { clientId, takeId }: TakeName) {
  return db.selectFrom("audio_objects").where("client_id", "=", clientId).where("take_id", "=", takeId);
}

function updateOf(db: Db, { clientId, takeId }: TakeName) {
  return db.updateTable("audio_objects").where("client_id", "=", clientId).where("take_id", "=", takeId);
}

/** An object's key reveals only the client's id. */
function prefixOf(clientId: string): string {
  return `${clientId}/`;
}

function piecesOf(audio: Uint8Array): Uint8Array[] {
  const count = Math.ceil(audio.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, piece) =>
    audio.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES),
  );
}

/** The byte range of these pieces in the object. */
function sealedRange({ bytes }: Copy, from: number, to: number): ByteRange {
  const sealedBytes = bytes + Math.ceil(bytes / PIECE_BYTES) * SEAL_BYTES;
  return {
    first: from * SEALED_PIECE_BYTES,
    last: Math.min((to + 1) * SEALED_PIECE_BYTES, sealedBytes) - 1,
  };
}

function opened(unseal: () => Uint8Array): Uint8Array {
  try {
    return unseal();
  } catch (error) {
    throw otherBytes(error);
  }
}

/** Also thrown if the client was erased, and the data key with the client. */
function otherBytes(cause?: unknown): StorageUnavailable {
  return new StorageUnavailable("The object is not what was stored, or its data key is gone.", { cause });
}
