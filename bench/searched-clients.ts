import { hash } from "node:crypto";
import { masterKeysOf } from "../server/access-keys/master-keys.ts";
import { readSecrets } from "../server/access-keys/secrets.ts";
import { readConfig } from "../server/settings/config.ts";
import { openDatabase } from "../server/storage/database.ts";
import { OWN_INTERVIEW } from "../server/storage/engine/client-interview.ts";
import type { Db } from "../server/storage/engine/schema.ts";
import { sealingContexts } from "../server/storage/sealing/sealing-contexts.ts";
import { record } from "./saver.ts";

const AT_ONCE = 500;
/** One in this many clients has the rare word. */
const FEW_EVERY = 500;
/** One in this many clients writes beyond ASCII, as phones and other languages do. */
const ACCENTS_EVERY = 4;
export const WORD_OF_FEW = "kombucha";

/** Adds clients with 4 kB of encrypted answers each, of whom one in 500 writes about kombucha. They cannot sign in. */
export async function addSearchedClients(env: NodeJS.ProcessEnv, wanted: number): Promise<void> {
  const config = readConfig(env);
  const { engine, seals } = await openDatabase(config, {
    use: "expect",
    unlock: () => ({ secrets: undefined, masterKeys: masterKeysOf(readSecrets(config.secretsFile)) }),
  });

  async function addSome(db: Db, numbers: number[]): Promise<void> {
    const now = Date.now();
    const clients = numbers.map((number) => ({ client_id: idOf(number), text: textOf(number), number }));
    const sealOf = await seals.ofNewClients(
      db,
      clients.map(({ client_id }) => client_id),
    );
    const names = clients.map(({ client_id, number }) => {
      const name = `Client ${number}`;
      return { client_id, name, folded_name: name.toLowerCase(), created_at: now };
    });
    await db
      .insertInto("clients")
      .values(
        names.map((client) => ({
          ...client,
          email: null,
          draft_key: new Uint8Array(72),
          last_seen_at: null,
          language: null,
          contact: null,
          external_id: null,
          due_on: null,
          time_zone: null,
          invited_at: null,
          opened_at: null,
          approved_hash: null,
          waiting_since: null,
          mail_trouble_at: null,
          mail_trouble: null,
          erased_at: null,
          manager_id: null,
          interview_id: OWN_INTERVIEW,
          state: "in-progress" as const,
          active_hour: 0,
          follow_ups_out: 0,
          reminders_sent: 0,
          reminders_off: 0,
        })),
      )
      .execute();
    await db
      .insertInto("revisions")
      .values(
        clients.map(({ client_id, text }) => {
          const body = sealOf(client_id).seal(sealingContexts.record(1), text);
          return { client_id, revision: 1, body, saved_at: now };
        }),
      )
      .execute();
    await db
      .insertInto("records")
      .values(
        clients.map(({ client_id, text }) => ({
          client_id,
          revision: 1,
          content_hash: hash("sha256", text),
          interview_hash: "bench",
          completed: 2,
          total: 13,
          percent: 15,
          complete_questions: "[]",
          not_asked: "[]",
          last_section: null,
          saved_at: now,
          submitted_at: null,
          submitted_hash: null,
        })),
      )
      .execute();
  }

  for (let first = 0; first < wanted; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, wanted - first) }, (_, place) => first + place);
    await engine.write((db) => addSome(db, numbers));
  }
  await engine.close();
}

/** Ids in random order. */
function idOf(number: number): string {
  return `cl_${hash("sha256", `client ${number}`).slice(0, 32)}`;
}

function textOf(number: number): string {
  const { data } = JSON.parse(record(number)) as { data: object };
  const text = JSON.stringify(data);
  const few = number % FEW_EVERY === 0 ? text.replace("Sunday", WORD_OF_FEW) : text;
  return number % ACCENTS_EVERY === 0 ? few.replace("evening", "évening, “late”") : few;
}
