import { NOTES_PER_CLIENT_MAX } from "#contract/manage/notes.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import { hasClient } from "../engine/has-client.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";

type NoteName = { clientId: string; noteId: string };
export type NewNote = NoteName & { managerId: string; text: string; at: number };
export type ChangeNoteCommand = NewNote & {
  /** The version that the manager read. */
  version: number;
};
export type DeleteNoteCommand = NoteName & {
  version: number;
  /** Whose notes may be deleted: one manager's, or everybody's. */
  of: { managerId: string } | "everybody";
};
export type StoredNote = NoteName & {
  managerId: string;
  managerName: string;
  text: string;
  version: number;
  addedAt: number;
  changedAt: number | null;
};

/** Unless the outcome is `done`, nothing is written. */
export type AddNoteOutcome = "done" | "gone" | "full";
/** `changed`: the note has another version than the one that was read. */
export type ChangeNoteOutcome = "done" | "gone" | "not-theirs" | "changed";

export function noteQueries(engine: Engine, seals: DataKeyring) {
  async function sealed(db: Db, { clientId, noteId, text }: Pick<NewNote, "clientId" | "noteId" | "text">) {
    return (await seals.toWrite(db, clientId)).seal(sealingContexts.note(noteId), text);
  }

  return {
    add: (note: NewNote, events: StorageEvent[]): Promise<AddNoteOutcome> =>
      engine.write(async (db) => {
        const { noteId, clientId, managerId, at } = note;
        const outcome = await roomFor(db, clientId);
        if (outcome !== "done") return outcome;
        const name = { note_id: noteId, client_id: clientId, manager_id: managerId };
        await db
          .insertInto("notes")
          .values({
            ...name,
            body: await sealed(db, note),
            version: 1,
            added_at: at,
            changed_at: null,
          } satisfies Tables["notes"])
          .execute();
        await insertEvents(db, events);
        return "done";
      }),

    change: (command: ChangeNoteCommand, events: StorageEvent[]): Promise<ChangeNoteOutcome> =>
      engine.write(async (db) => {
        const { managerId, version, at } = command;
        const outcome = await mayAlter(db, { ...command, of: { managerId } });
        if (outcome !== "done") return outcome;
        await db
          .updateTable("notes")
          .set({ body: await sealed(db, command), version: version + 1, changed_at: at })
          .where("note_id", "=", command.noteId)
          .execute();
        await insertEvents(db, events);
        return "done";
      }),

    delete: (command: DeleteNoteCommand, events: StorageEvent[]): Promise<ChangeNoteOutcome> =>
      engine.write(async (db) => {
        const outcome = await mayAlter(db, command);
        if (outcome !== "done") return outcome;
        await db.deleteFrom("notes").where("note_id", "=", command.noteId).execute();
        await insertEvents(db, events);
        return "done";
      }),

    /** The notes of one client, newest first. */
    list: (clientId: string): Promise<StoredNote[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("notes")
          .innerJoin("managers", "managers.manager_id", "notes.manager_id")
          .selectAll("notes")
          .select("managers.name")
          .where("notes.client_id", "=", clientId)
          .orderBy("notes.added_at", "desc")
          .orderBy("notes.note_id")
          .execute();
        const { unseal } = await seals.toRead(db, clientId);
        return rows.map((row) => ({
          noteId: row.note_id,
          clientId: row.client_id,
          managerId: row.manager_id,
          managerName: row.name,
          text: unseal(sealingContexts.note(row.note_id), row.body),
          version: row.version,
          addedAt: row.added_at,
          changedAt: row.changed_at,
        }));
      }),
  };
}

async function roomFor(db: Db, clientId: string): Promise<AddNoteOutcome> {
  if (!(await hasClient(db, clientId))) return "gone";
  const { count } = await db
    .selectFrom("notes")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("client_id", "=", clientId)
    .executeTakeFirstOrThrow();
  return Number(count) < NOTES_PER_CLIENT_MAX ? "done" : "full";
}

type Altering = Pick<DeleteNoteCommand, "clientId" | "noteId" | "version" | "of">;

async function mayAlter(db: Db, { clientId, noteId, version, of }: Altering): Promise<ChangeNoteOutcome> {
  const note = await db
    .selectFrom("notes")
    .select(["manager_id", "version"])
    .where("note_id", "=", noteId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  if (!note) return "gone";
  if (of !== "everybody" && note.manager_id !== of.managerId) return "not-theirs";
  return note.version === version ? "done" : "changed";
}
