import { hash } from "node:crypto";
import { OWN_INTERVIEW } from "../../../server/storage/engine/client-interview.ts";
import { openSqlite } from "../../../server/storage/sqlite/sqlite.ts";
import { written } from "../data/written.ts";
import { textOf } from "./acknowledged.ts";

const AT_ONCE = 500;

/** Fills a database with `count` clients, each of whom has saved one answer of this length. */
export async function addManyClients(databaseFile: string, count: number, length: number): Promise<void> {
  const engine = await openSqlite(databaseFile);
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, place) => from + place);
    await engine.write(async (db) => {
      await db.insertInto("clients").values(numbers.map(clientRow)).execute();
      for (const n of numbers) {
        const body = bodyOf(n, length);
        await db.insertInto("records").values(headRow(n, body)).execute();
        await db
          .insertInto("revisions")
          .values({ client_id: idOf(n), revision: 1, body: new TextEncoder().encode(body), saved_at: n })
          .execute();
      }
    });
  }
  await engine.close();
}

/** Gives each of the first `count` clients a recorded take, including its copy. */
export async function addManyTakes(databaseFile: string, count: number, bytes: number): Promise<void> {
  const engine = await openSqlite(databaseFile);
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, place) => from + place);
    await engine.write(async (db) => {
      await db
        .insertInto("takes")
        .values(numbers.map((n) => takeRow(n, bytes)))
        .execute();
      for (const n of numbers) {
        const body = Buffer.alloc(bytes, `sound of client ${n} `);
        await db
          .insertInto("audio_pieces")
          .values({ audio_id: `${idOf(n)}/take-1`, piece: 0, body })
          .execute();
      }
    });
  }
  await engine.close();
}

function takeRow(n: number, bytes: number) {
  return {
    client_id: idOf(n),
    take_id: "take-1",
    state: "not-transcribed" as const,
    question_id: "customer-acquisition",
    mime_type: "audio/webm",
    closing_hash: null,
    bytes,
    duration_ms: 4_000,
    transcript: null,
    created_at: n,
    closed_at: n,
    drop_at: null,
  };
}

const idOf = (n: number) => `cl_${String(n).padStart(20, "0")}`;

function bodyOf(n: number, length: number): string {
  const answer = { type: "text", timestamp: "2026-11-21T10:00:00.000Z", id: "a1" };
  return JSON.stringify(written(textOf(n, length), answer));
}

function clientRow(n: number) {
  return {
    client_id: idOf(n),
    name: `Client ${n}`,
    folded_name: `client ${n}`,
    draft_key: new Uint8Array(),
    created_at: n,
    erased_at: null,
    interview_id: OWN_INTERVIEW,
    state: "not-invited" as const,
    active_hour: 0,
    follow_ups_out: 0,
    reminders_sent: 0,
    reminders_off: 0,
  };
}

function headRow(n: number, body: string) {
  return {
    client_id: idOf(n),
    revision: 1,
    content_hash: hash("sha256", body),
    interview_hash: "",
    completed: 1,
    total: 13,
    percent: 8,
    complete_questions: '["customer-acquisition"]',
    not_asked: "[]",
    last_section: null,
    saved_at: n,
    submitted_at: null,
    submitted_hash: null,
  };
}
