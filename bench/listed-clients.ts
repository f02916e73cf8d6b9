import { sql } from "kysely";
import { clientTallyQueries } from "../server/storage/clients/client-tallies.ts";
import type { Engine } from "../server/storage/engine/engine.ts";

/** Few enough that no statement exceeds PostgreSQL's time limit. */
const AT_ONCE = 2_000;
const FOLDED_EVERY = 25 * AT_ONCE;
/** The days over which the invitations are spread. */
const DAYS = 3 * 365;
/** A prime modulus, so that each number gives a different id. */
const SCATTER = 1_000_000_007;

/**
 * Adds clients for lists, invited over three years: in every state, with flags, tags, due dates, shared names, and
 * every 9,999th being erased. They have no keys and no answers, so they cannot sign in. Their ids are not in the order
 * of their names.
 */
export async function addListedClients(engine: Engine, { wanted, now }: { wanted: number; now: number }) {
  await engine.write((db) =>
    db
      .insertInto("tags")
      .values({ tag_id: "tg_bench", name: "Website", folded_name: "website", created_at: now })
      .execute(),
  );
  const { foldTallies } = clientTallyQueries(engine);
  for (let first = 0; first < wanted; first += AT_ONCE) {
    await addSome(engine, { first, last: Math.min(wanted, first + AT_ONCE) - 1, now });
    // as the server does each hour
    if (first % FOLDED_EVERY === 0 || first + AT_ONCE >= wanted) await foldTallies(wanted);
  }
}

type Some = { first: number; last: number; now: number };

async function addSome(engine: Engine, { first, last, now }: Some): Promise<void> {
  const numbers = sql`with recursive numbers (n) as (
    select cast(${first} as bigint) union all select n + 1 from numbers where n < cast(${last} as bigint))`;
  const id = sql`'cl_00000000-0000-4000-8000-' || ((n + 1) * 987654321 % ${sql.lit(SCATTER)})`;
  const name = sql`case n % 4 when 0 then 'bakery ' when 1 then 'plumber ' when 2 then 'studio ' else 'cafe ' end
    || (n * 7919 % 800011)`;
  const at = sql`(cast(${now} as bigint) - (n * 7919 % ${sql.lit(DAYS)}) * 86400000 - (n * 104729 % 86400) * 1000)`;
  const isErased = sql`n % 9999 = 9998`;
  await engine.write(async (db) => {
    await sql`${numbers} insert into clients (client_id, name, folded_name, email, draft_key, created_at, last_seen_at,
        contact, due_on, invited_at, opened_at, submitted_at, approved_at, approved_hash, follow_ups_out, waiting_since, mail_trouble_at, mail_trouble,
        reminders_sent, erased_at, state, active_hour)
      select ${id}, case when ${isErased} then '' else ${name} end, case when ${isErased} then '' else ${name} end,
        case when n % 10 < 8 and not ${isErased} then 'owner-' || n || '@example.com' end, ${new Uint8Array(72)},
        ${at}, case when n % 20 >= 4 then ${at} end,
        case when n % 10 < 5 and not ${isErased} then 'Owner ' || n end,
        case when n % 7 = 0 then '2026-' || (10 + n % 3) || '-' || (10 + n % 19) end,
        case when n % 20 >= 1 then ${at} end, case when n % 20 >= 4 then ${at} end,
        case when n % 20 >= 10 then ${at} + 3600000 * (n % 500) end, case when n % 20 >= 14 then ${at} + 3600000 * (n % 900) end,
        case when n % 20 >= 14 then 'hash' end, case when n % 20 = 10 then 1 else 0 end,
        case when n % 20 = 10 then ${at} end, case when n % 211 = 0 then ${at} end,
        case when n % 211 = 0 then 'recipient-refused' end, n % 4, case when ${isErased} then ${at} end,
        case when n % 20 >= 14 then 'approved' when n % 20 >= 10 then 'submitted' when n % 20 >= 6 then 'in-progress'
          when n % 20 >= 4 then 'opened' when n % 20 >= 1 then 'invited' else 'not-invited' end,
        case when n % 20 >= 4 then ${at} / 3600000 else 0 end
      from numbers`.execute(db);
    await sql`${numbers} insert into records (client_id, revision, content_hash, interview_hash, completed, total, percent,
        complete_questions, last_section, saved_at, submitted_at, submitted_hash)
      select ${id}, 3, 'hash', 'bench', n % 14, 13, 100 * (n % 14) / 13,
        '["customer-acquisition","tool-selection","question-' || (n % 300) || '"]', 'leads-booking', ${at},
        case when n % 20 >= 10 then ${at} end, case when n % 20 >= 10 then 'hash' end
      from numbers where n % 20 >= 6`.execute(db);
    // without a key, a server would take them for clients of an earlier release, and encrypt their data
    await sql`${numbers} insert into data_keys (owner, master_key_id, wrapped, is_whole)
      select ${id}, master_key_id, wrapped, 1 from numbers cross join data_keys
      where owner = 'installation'`.execute(db);
    await sql`${numbers} insert into client_tags (client_id, tag_id) select ${id}, 'tg_bench' from numbers
      where n % 30 = 0`.execute(db);
  });
}
