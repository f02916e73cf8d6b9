import type { Engine } from "../engine/engine.ts";
import { StorageUnavailable } from "../engine/faults.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import type { TakeName } from "./take-references.ts";

/** Both ends are included, as in an HTTP range. */
export type ByteRange = { first: number; last: number };

/**
 * The playable copies of takes. A copy is complete or missing, even after a crash while it was being stored. A signal
 * aborts waiting for another machine.
 */
export type AudioStore = {
  /** Replaces an earlier copy. */
  put(name: TakeName, audio: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** In bytes; undefined if there is no copy. */
  size(name: TakeName): Promise<number | undefined>;
  /** The bytes of a range within the copy, piece by piece. */
  read(name: TakeName, range: ByteRange, signal?: AbortSignal): AsyncGenerator<Uint8Array>;
  drop(name: TakeName, signal?: AbortSignal): Promise<void>;
  /** Deletes all copies of a client, including those of unknown takes. */
  dropAllOf(clientId: string): Promise<void>;
  /** Takes of all clients that have a copy. */
  list(): Promise<TakeName[]>;
};

/** Small, so that no save waits long for a piece to be written. */
export const PIECE_BYTES = 256 * 1024;

/**
 * Stores copies in the database, in pieces. The first piece is written last and deleted first; a copy exists only with
 * its first piece.
 */
export function databaseAudio(engine: Engine, seals: DataKeyring): AudioStore {
  const writePiece = (name: TakeName, piece: number, plain: Uint8Array) =>
    engine.write(async (db) => {
      const seal = await seals.toWrite(db, name.clientId);
      const body = seal.sealBytes(sealingContexts.audioPiece(name.takeId, piece), plain);
      await db
        .insertInto("audio_pieces")
        .values({ audio_id: audioIdOf(name), piece, body } satisfies Tables["audio_pieces"])
        .onConflict((conflict) => conflict.columns(["audio_id", "piece"]).doUpdateSet({ body }))
        .execute();
    });

  const dropPiece = (audioId: string, piece: number) =>
    engine.write(async (db) => {
      await db
        .deleteFrom("audio_pieces")
        .where("audio_id", "=", audioId)
        .where("piece", "=", piece)
        .execute();
    });

  const readPiece = (name: TakeName, piece: number): Promise<Uint8Array> =>
    engine.read(async (db) => {
      const pieces = piecesOf(db, audioIdOf(name)).select("body");
      const row = await pieces.where("piece", "=", piece).executeTakeFirst();
      if (!row)
        throw new StorageUnavailable("A piece of the copy is missing: it is being dropped, or damaged.");
      const seal = await seals.toRead(db, name.clientId);
      return seal.unsealBytes(sealingContexts.audioPiece(name.takeId, piece), row.body);
    });

  const listPieces = (audioId: string): Promise<number[]> =>
    engine.read(async (db) => {
      const rows = await piecesOf(db, audioId).select("piece").orderBy("piece").execute();
      return rows.map(({ piece }) => piece);
    });

  const listCopies = (clientId: string): Promise<string[]> =>
    engine.read(async (db) => {
      const prefix = audioIdOf({ clientId, takeId: "" });
      const rows = await db
        .selectFrom("audio_pieces")
        .select("audio_id")
        .distinct()
        .where(({ eb, fn, lit }) =>
          eb(fn<string>("substr", ["audio_id", lit(1), lit(prefix.length)]), "=", prefix),
        )
        .execute();
      return rows.map((row) => row.audio_id);
    });

  const dropCopy = async (audioId: string) => {
    for (const piece of await listPieces(audioId)) await dropPiece(audioId, piece);
  };

  return {
    async put(name, audio) {
      const audioId = audioIdOf(name);
      const count = Math.ceil(audio.length / PIECE_BYTES);
      for (const piece of await listPieces(audioId)) {
        if (piece === 0 || piece >= count) await dropPiece(audioId, piece);
      }
      for (let piece = count - 1; piece >= 0; piece--) {
        const body = audio.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
        await writePiece(name, piece, body);
      }
    },

    async size(name) {
      const pieces = await listPieces(audioIdOf(name));
      const last = pieces.at(-1);
      if (pieces[0] !== 0 || last === undefined) return undefined;
      return last * PIECE_BYTES + (await readPiece(name, last)).length;
    },

    async *read(name, { first, last }) {
      const lastPiece = Math.floor(last / PIECE_BYTES);
      for (let piece = Math.floor(first / PIECE_BYTES); piece <= lastPiece; piece++) {
        const start = piece * PIECE_BYTES;
        const body = await readPiece(name, piece);
        yield body.subarray(Math.max(first - start, 0), last - start + 1);
      }
    },

    drop: (name) => dropCopy(audioIdOf(name)),

    async dropAllOf(clientId) {
      for (const audioId of await listCopies(clientId)) await dropCopy(audioId);
    },

    list: () =>
      engine.read(async (db) => {
        const whole = db.selectFrom("audio_pieces").select("audio_id").where("piece", "=", 0);
        return (await whole.execute()).map((row) => takeNameOf(row.audio_id));
      }),
  };
}

function audioIdOf({ clientId, takeId }: TakeName): string {
  return `${clientId}/${takeId}`;
}

function takeNameOf(audioId: string): TakeName {
  const slash = audioId.indexOf("/");
  return { clientId: audioId.slice(0, slash), takeId: audioId.slice(slash + 1) };
}

function piecesOf(db: Db, audioId: string) {
  return db.selectFrom("audio_pieces").where("audio_id", "=", audioId);
}
