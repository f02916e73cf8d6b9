import type { StorageEvent } from "../audit/events.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { insertAccountEvents } from "../managers/account-events.ts";
import { type DataKeyring, INSTALLATION_OWNER } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";

/** A setting that an administrator made in the console. */
export type StoredSetting = {
  name: string;
  /** Undefined if the console's value was removed. */
  value: unknown;
  version: number;
  changedAt: number;
  changedBy: string;
};

/** Settings by name. */
export type StoredSettings = ReadonlyMap<string, StoredSetting>;

/** A change, composed from the stored settings. */
export type ComposedChange = {
  /** An undefined value removes the console's value. */
  values: { name: string; value: unknown }[];
  events: StorageEvent[];
};

type ChangeCommand = {
  names: string[];
  /** The newest version that the caller has read. */
  version: number;
  at: number;
  by: string;
  /** Called inside the transaction. An exception rolls everything back. */
  compose(stored: StoredSettings): ComposedChange;
};

/** `changed`: one of the settings is newer than the version that the caller has read. */
export type SettingOutcome = "done" | "changed";

export function settingQueries(engine: Engine, seals: DataKeyring) {
  async function listed(db: Db): Promise<StoredSettings> {
    const rows = await db.selectFrom("settings").selectAll().execute();
    if (rows.length === 0) return new Map();
    const { unseal } = await seals.toRead(db, INSTALLATION_OWNER);
    return new Map(
      rows.map(({ name, value, version, changed_at: changedAt, changed_by: changedBy }) => {
        const text = value === null ? undefined : unseal(sealingContexts.setting(name), value);
        return [
          name,
          { name, value: text === undefined ? undefined : parseStored(text), version, changedAt, changedBy },
        ];
      }),
    );
  }

  return {
    /** The version of the newest change; 0 before the first. Servers poll it. */
    version: (): Promise<number> => engine.read(newestVersion),

    list: (): Promise<StoredSettings> => engine.read(listed),

    /** Writes nothing if `compose` returns no values. */
    change: ({ names, version, at, by, compose }: ChangeCommand): Promise<SettingOutcome> =>
      engine.write(async (db) => {
        const stored = await listed(db);
        if (names.some((name) => (stored.get(name)?.version ?? 0) > version)) return "changed";
        const { values, events } = compose(stored);
        if (values.length === 0) return "done";
        const next = (await newestVersion(db)) + 1;
        const { seal } = await seals.toWrite(db, INSTALLATION_OWNER);
        for (const { name, value } of values) {
          const sealed =
            value === undefined ? null : seal(sealingContexts.setting(name), JSON.stringify(value));
          const row = { value: sealed, version: next, changed_at: at, changed_by: by };
          await db
            .insertInto("settings")
            .values({ name, ...row })
            .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
            .execute();
        }
        await insertAccountEvents(db, null, events);
        return "done";
      }),
  };
}

async function newestVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom("settings")
    .select(({ fn }) => fn.max("version").as("version"))
    .executeTakeFirst();
  return Number(row?.version ?? 0);
}
