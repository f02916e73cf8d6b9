import { type CustomField, FIELDS_MAX, type FieldValue, type FieldValues } from "#contract/manage/fields.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";

/** A client's new value in a field; null clears the field. */
export type FieldChange = Pick<CustomField, "fieldId" | "kind"> & { value: FieldValue | null };

export type AddFieldOutcome = "done" | "full" | "name-taken";
export type ChangeFieldOutcome = "done" | "gone" | "name-taken";

/** Limits the parameters of one statement. */
const CLIENTS_AT_ONCE = 500;

export function fieldQueries(engine: Engine, seals: DataKeyring) {
  async function valuesOf(
    db: Db,
    clientIds: readonly string[],
    fieldIds?: readonly string[],
  ): Promise<Map<string, FieldValues>> {
    const rows = await db
      .selectFrom("field_values")
      .innerJoin("fields", "fields.field_id", "field_values.field_id")
      .select([
        "client_id",
        "field_values.field_id",
        "field_values.body",
        "field_values.value",
        "fields.kind",
      ])
      .where("client_id", "in", clientIds)
      .$if(fieldIds !== undefined, (rows) => rows.where("field_values.field_id", "in", fieldIds ?? []))
      .orderBy("fields.created_at")
      .orderBy("fields.field_id")
      .execute();
    const found = new Map<string, FieldValues>();
    for (const [clientId, own] of Map.groupBy(rows, ({ client_id }) => client_id)) {
      const { unseal } = await seals.toRead(db, clientId);
      const values = own.map(({ field_id, body, value, kind }): [string, FieldValue] => {
        if (body) return [field_id, unseal(sealingContexts.fieldValue(field_id), body)];
        return [field_id, kind === "number" ? Number(value) : (value ?? "")];
      });
      found.set(clientId, Object.fromEntries(values));
    }
    return found;
  }

  return {
    /** In the order in which the fields were added. */
    list: (): Promise<CustomField[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("fields")
          .selectAll()
          .orderBy("created_at")
          .orderBy("field_id")
          .execute();
        return rows.map(storedField);
      }),

    add: (field: CustomField, at: number, events: StorageEvent[]): Promise<AddFieldOutcome> =>
      engine.write(async (db) => {
        const fields = await db.selectFrom("fields").select("created_at").execute();
        if (fields.length >= FIELDS_MAX) return "full";
        if (await isTaken(db, field)) return "name-taken";
        // later than all others, so that fields keep their order
        const created_at = Math.max(at, ...fields.map((row) => row.created_at + 1));
        await db
          .insertInto("fields")
          .values({ ...fieldRow(field), created_at })
          .execute();
        await insertEvents(db, events);
        return "done";
      }),

    /** The kind cannot change, since stored values depend on it. */
    change: (field: CustomField, events: StorageEvent[]): Promise<ChangeFieldOutcome> =>
      engine.write(async (db) => {
        if (await isTaken(db, field)) return "name-taken";
        const { name, folded_name, options } = fieldRow(field);
        const changed = await db
          .updateTable("fields")
          .set({ name, folded_name, options })
          .where("field_id", "=", field.fieldId)
          .executeTakeFirst();
        if (changed.numUpdatedRows === 0n) return "gone";
        await insertEvents(db, events);
        return "done";
      }),

    /** Also deletes all clients' values in the field. False if there is no such field. */
    drop: (fieldId: string, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        await db.deleteFrom("field_values").where("field_id", "=", fieldId).execute();
        const dropped = await db.deleteFrom("fields").where("field_id", "=", fieldId).executeTakeFirst();
        if (dropped.numDeletedRows === 0n) return false;
        await insertEvents(db, events);
        return true;
      }),

    /** A client's values in all fields that are not empty. */
    listValues: (clientId: string): Promise<FieldValues> =>
      engine.read(async (db) => (await valuesOf(db, [clientId])).get(clientId) ?? {}),

    /** Values by client, for clients that have any; in all fields, or only in these. */
    async listValuesOf(
      clientIds: readonly string[],
      fieldIds?: readonly string[],
    ): Promise<Map<string, FieldValues>> {
      const found = new Map<string, FieldValues>();
      for (let first = 0; first < clientIds.length; first += CLIENTS_AT_ONCE) {
        const some = clientIds.slice(first, first + CLIENTS_AT_ONCE);
        for (const [clientId, values] of await engine.read((db) => valuesOf(db, some, fieldIds)))
          found.set(clientId, values);
      }
      return found;
    },
  };
}

type ClientField = FieldChange & { clientId: string };

/** Part of a transaction. Stores nothing for a field that was deleted meanwhile. */
export async function putFieldValue(db: Db, seals: DataKeyring, change: ClientField): Promise<void> {
  const { clientId, fieldId, kind, value } = change;
  await db
    .deleteFrom("field_values")
    .where("client_id", "=", clientId)
    .where("field_id", "=", fieldId)
    .execute();
  if (value === null) return;
  const field = db.selectFrom("fields").select("field_id").where("field_id", "=", fieldId);
  if (!(await field.executeTakeFirst())) return;
  const isText = kind === "text";
  const body = isText
    ? (await seals.toWrite(db, clientId)).seal(sealingContexts.fieldValue(fieldId), String(value))
    : null;
  const row = { client_id: clientId, field_id: fieldId, body, value: isText ? null : String(value) };
  await db
    .insertInto("field_values")
    .values(row satisfies Tables["field_values"])
    .execute();
}

async function isTaken(db: Db, { fieldId, name }: CustomField): Promise<boolean> {
  const other = db
    .selectFrom("fields")
    .select("field_id")
    .where("folded_name", "=", foldedName(name))
    .where("field_id", "!=", fieldId);
  return (await other.executeTakeFirst()) !== undefined;
}

type FieldRow = Omit<Tables["fields"], "created_at">;

function fieldRow({ fieldId: field_id, name, kind, options }: CustomField): FieldRow {
  return { field_id, name, folded_name: foldedName(name), kind, options: JSON.stringify(options) };
}

function storedField({ field_id: fieldId, name, kind, options }: FieldRow): CustomField {
  return { fieldId, name, kind, options: parseStored(options) as string[] };
}
