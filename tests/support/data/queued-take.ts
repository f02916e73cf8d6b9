import { createHash } from "node:crypto";
import type { Engine } from "../../../server/storage/engine/engine.ts";
import { insertJob } from "../../../server/storage/outbox/jobs.ts";
import { openSqlite } from "../../../server/storage/sqlite/sqlite.ts";
import { type TakeName, transcriptionJob } from "../../../server/storage/takes/take-references.ts";

/** The size of the parts that a device sends. */
const PART_BYTES = 64 * 1024;

type QueuedTake = { sound: Uint8Array; now: number };

/** Puts a complete take into a SQLite database, with the job that closing it makes. */
export async function queueTake(databaseFile: string, name: TakeName, take: QueuedTake): Promise<void> {
  const engine = await openSqlite(databaseFile);
  await queueTakeIn(engine, name, take);
  await engine.close();
}

/** As `queueTake`, in an open database. */
export async function queueTakeIn(engine: Engine, name: TakeName, { sound, now }: QueuedTake): Promise<void> {
  const owner = { client_id: name.clientId, take_id: name.takeId };
  await engine.write(async (db) => {
    await db
      .insertInto("takes")
      .values({
        ...owner,
        state: "queued",
        question_id: "customer-acquisition",
        mime_type: "audio/webm",
        closing_hash: null,
        bytes: sound.length,
        duration_ms: null,
        transcript: null,
        created_at: now,
        closed_at: now,
        drop_at: null,
      })
      .execute();
    for (let part = 0; part * PART_BYTES < sound.length; part++) {
      const body = sound.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
      const sha256 = createHash("sha256").update(body).digest("hex");
      await db
        .insertInto("take_parts")
        .values({ ...owner, part, sha256, body })
        .execute();
    }
    await insertJob(db, transcriptionJob(name, now));
  });
}
