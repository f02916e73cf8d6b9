import {
  TAKE_KEPT_NEVER_NAMED_MS,
  TAKE_MAX_BYTES,
  TAKES_PER_CLIENT_MAX,
  TAKES_PER_CLIENT_MAX_BYTES,
} from "#contract/limits.ts";
import { liveSessionCheck, type SessionCondition } from "../access/live-session.ts";
import { damageError } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { isNamed, type TakeName } from "./take-references.ts";
import { insertTake, selectTake, updateTake } from "./take-rows.ts";

export type ReceivedPart = TakeName &
  SessionCondition & {
    part: number;
    body: Uint8Array;
    /** Hash of the body, hex. */
    sha256: string;
    beginsAsAudio: boolean;
    at: number;
  };

/** Why a part was refused, as an error code. */
export type PartRefusal =
  | "TAKE_MISMATCH"
  | "TAKE_IN_USE"
  | "TAKE_NOT_AUDIO"
  | "TAKE_TOO_LARGE"
  | "TAKE_QUOTA";
type PartName = TakeName & { part: number };

export function takePartQueries(engine: Engine, seals: DataKeyring) {
  const expectSession = liveSessionCheck(engine);

  async function receive(db: Db, part: ReceivedPart): Promise<PartRefusal | undefined> {
    await expectSession(db, part);
    const take = await selectTake(db, part).select(["state", "bytes"]).executeTakeFirst();
    const stored = await storedHash(db, part);
    if (stored === part.sha256 && take?.state !== "dropped") return undefined;
    if (take && take.state !== "receiving") return "TAKE_IN_USE";
    if (stored !== undefined) return "TAKE_MISMATCH";
    const refusal = (await refuseContent(db, part)) ?? (await refuseSize(db, part, take?.bytes));
    if (refusal) return refusal;
    if (!take) await createTake(db, part);
    const seal = await seals.toWrite(db, part.clientId);
    const place = sealingContexts.takePart(part.takeId, part.part);
    await insertPart(db, part, seal.sealBytes(place, part.body));
    return undefined;
  }

  async function createTake(db: Db, { clientId, takeId, at }: ReceivedPart): Promise<void> {
    // the save that names a take can arrive before the take's first part
    const isKept = await isNamed(db, seals, { clientId, takeId });
    await insertTake(db, { clientId, takeId }, { at, dropAt: isKept ? null : at + TAKE_KEPT_NEVER_NAMED_MS });
  }

  return {
    /**
     * Stores a part and, with the first part, creates the take. Returns the reason if refused; an exact repeat
     * succeeds.
     */
    receivePart: (part: ReceivedPart): Promise<PartRefusal | undefined> =>
      engine.write((db) => receive(db, part)),

    /** Yields the take's parts in order, with one in memory at a time. */
    async *readParts(name: TakeName): AsyncGenerator<Uint8Array> {
      const parts = await engine.read((db) => partNumbers(db, name));
      for (const part of parts) {
        yield await engine.read(async (db) => {
          const row = await partsOf(db, name).select("body").where("part", "=", part).executeTakeFirst();
          if (!row) throw damageError();
          const seal = await seals.toRead(db, name.clientId);
          return seal.unsealBytes(sealingContexts.takePart(name.takeId, part), row.body);
        });
      }
    },

    /** Deletes up to `limit` parts; returns how many. */
    dropParts: (name: TakeName, limit: number): Promise<number> =>
      engine.write(async (db) => {
        const parts = (await partNumbers(db, name)).slice(0, limit);
        if (parts.length === 0) return 0;
        await db
          .deleteFrom("take_parts")
          .where("client_id", "=", name.clientId)
          .where("take_id", "=", name.takeId)
          .where("part", "in", parts)
          .execute();
        return parts.length;
      }),
  };
}

/** Numbers of the stored parts, in order. */
export async function partNumbers(db: Db, name: TakeName): Promise<number[]> {
  const rows = await partsOf(db, name).select("part").orderBy("part").execute();
  return rows.map(({ part }) => part);
}

/** A query on the parts of one take. */
export function partsOf(db: Db, { clientId, takeId }: TakeName) {
  return db.selectFrom("take_parts").where("client_id", "=", clientId).where("take_id", "=", takeId);
}

async function storedHash(db: Db, name: PartName): Promise<string | undefined> {
  const row = await partsOf(db, name).select("sha256").where("part", "=", name.part).executeTakeFirst();
  return row?.sha256;
}

/** The first part must begin as audio: part 0, or part 1 if the numbers start at 1. */
async function refuseContent(db: Db, part: ReceivedPart): Promise<PartRefusal | undefined> {
  if (part.beginsAsAudio || part.part > 1) return undefined;
  const isFirst = part.part === 0 || (await storedHash(db, { ...part, part: 0 })) === undefined;
  return isFirst ? "TAKE_NOT_AUDIO" : undefined;
}

async function refuseSize(
  db: Db,
  { clientId, body }: ReceivedPart,
  bytes: number | undefined,
): Promise<PartRefusal | undefined> {
  if ((bytes ?? 0) + body.length > TAKE_MAX_BYTES) return "TAKE_TOO_LARGE";
  const kept = await db
    .selectFrom("takes")
    .select(({ fn }) => [fn.countAll().as("takes"), fn.sum("bytes").as("bytes")])
    .where("client_id", "=", clientId)
    .executeTakeFirstOrThrow();
  const isNew = bytes === undefined;
  if (isNew && Number(kept.takes) >= TAKES_PER_CLIENT_MAX) return "TAKE_QUOTA";
  return Number(kept.bytes) + body.length > TAKES_PER_CLIENT_MAX_BYTES ? "TAKE_QUOTA" : undefined;
}

async function insertPart(db: Db, part: ReceivedPart, sealed: Uint8Array): Promise<void> {
  const { clientId, takeId, part: number, sha256, body } = part;
  await db
    .insertInto("take_parts")
    .values({
      client_id: clientId,
      take_id: takeId,
      part: number,
      sha256,
      body: sealed,
    } satisfies Tables["take_parts"])
    .execute();
  await updateTake(db, part)
    .set((take) => ({ bytes: take("bytes", "+", body.length) }))
    .execute();
}
