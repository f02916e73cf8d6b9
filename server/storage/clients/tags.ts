import { randomUUID } from "node:crypto";
import { TAGS_MAX, TAGS_PER_CLIENT_MAX, type Tag } from "#contract/manage/tags.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import type { Db } from "../engine/schema.ts";
import { isWithin, type Scope } from "./scope.ts";

/** Limits the parameters of one statement. */
const CLIENTS_AT_ONCE = 500;

export function tagQueries(engine: Engine) {
  return {
    /** All tags by name, each with its number of clients in the scope. */
    list: (scope: Scope): Promise<(Tag & { clients: number })[]> =>
      engine.read(async (db) => {
        const counts = await db
          .selectFrom("client_tags")
          .innerJoin("clients", "clients.client_id", "client_tags.client_id")
          .select(({ fn }) => ["client_tags.tag_id", fn.countAll<number>().as("clients")])
          .where("clients.erased_at", "is", null)
          .where(isWithin(scope))
          .groupBy("client_tags.tag_id")
          .execute();
        const clients = new Map(counts.map((row) => [row.tag_id, Number(row.clients)]));
        const tags = await db
          .selectFrom("tags")
          .select(["tag_id as tagId", "name"])
          .orderBy(engine.inCodePoints("tags.folded_name"))
          .execute();
        return tags.map((tag) => ({ ...tag, clients: clients.get(tag.tagId) ?? 0 }));
      }),

    /** False if there is no such tag. */
    drop: (tagId: string): Promise<boolean> =>
      engine.write(async (db) => {
        await db.deleteFrom("client_tags").where("tag_id", "=", tagId).execute();
        const dropped = await db.deleteFrom("tags").where("tag_id", "=", tagId).executeTakeFirst();
        return dropped.numDeletedRows > 0n;
      }),
  };
}

/** The tags of each client, by name. */
export async function tagsOf(db: Db, clientIds: string[]): Promise<Map<string, Tag[]>> {
  const found = new Map<string, Tag[]>();
  for (let first = 0; first < clientIds.length; first += CLIENTS_AT_ONCE) {
    const rows = await db
      .selectFrom("client_tags")
      .innerJoin("tags", "tags.tag_id", "client_tags.tag_id")
      .select(["client_tags.client_id", "tags.tag_id as tagId", "tags.name"])
      .where("client_tags.client_id", "in", clientIds.slice(first, first + CLIENTS_AT_ONCE))
      .orderBy("tags.folded_name")
      .execute();
    for (const { client_id, ...tag } of rows) found.set(client_id, [...(found.get(client_id) ?? []), tag]);
  }
  return found;
}

type Retagging = { clientId: string; add: readonly string[]; remove: readonly string[]; at: number };

/** The tags that a client gained and lost. */
export type TagChanges = { added: string[]; removed: string[] };

/** Part of a transaction. Creates new tags as needed; `full` if the client or the installation would have too many. */
export async function updateTags(
  db: Db,
  { clientId, add, remove, at }: Retagging,
): Promise<TagChanges | "full"> {
  const current = (await tagsOf(db, [clientId])).get(clientId) ?? [];
  const dropped = new Set(remove.map(foldedName));
  const kept = current.filter(({ name }) => !dropped.has(foldedName(name)));
  const known = new Set(kept.map(({ name }) => foldedName(name)));
  const added = add.filter((name) => !known.has(foldedName(name)));
  if (kept.length + added.length > TAGS_PER_CLIENT_MAX) return "full";
  const gone = current.filter((tag) => !kept.includes(tag));
  if (gone.length > 0)
    await db
      .deleteFrom("client_tags")
      .where("client_id", "=", clientId)
      .where(
        "tag_id",
        "in",
        gone.map(({ tagId }) => tagId),
      )
      .execute();
  for (const name of added) {
    const tagId = await tagNamed(db, name, at);
    if (tagId === undefined) return "full";
    await db
      .insertInto("client_tags")
      .values({ client_id: clientId, tag_id: tagId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return { added, removed: gone.map(({ name }) => name) };
}

/** Part of a transaction: sets the client's tags to exactly these. */
export async function replaceTags(
  db: Db,
  { clientId, tags, at }: { clientId: string; tags: readonly string[]; at: number },
): Promise<TagChanges | "full"> {
  const current = (await tagsOf(db, [clientId])).get(clientId) ?? [];
  const wanted = new Set(tags.map(foldedName));
  const remove = current.map(({ name }) => name).filter((name) => !wanted.has(foldedName(name)));
  return updateTags(db, { clientId, add: tags, remove, at });
}

async function tagNamed(db: Db, name: string, at: number): Promise<string | undefined> {
  const folded = foldedName(name);
  const known = await db
    .selectFrom("tags")
    .select("tag_id")
    .where("folded_name", "=", folded)
    .executeTakeFirst();
  if (known) return known.tag_id;
  const { count } = await db
    .selectFrom("tags")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) >= TAGS_MAX) return undefined;
  const tagId = `tg_${randomUUID()}`;
  await db.insertInto("tags").values({ tag_id: tagId, name, folded_name: folded, created_at: at }).execute();
  return tagId;
}
