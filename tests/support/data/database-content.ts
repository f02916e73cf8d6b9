import { DatabaseSync, type SQLOutputValue } from "node:sqlite";

type Row = { [column: string]: SQLOutputValue };
/** The rows of each table, in any order. */
export type Content = Map<string, Row[]>;

/** Copies the content of a service's database, to find out what a call changes and to undo it. */
export function keepContent(file: string) {
  const database = new DatabaseSync(file);
  // undone changes need not survive a power cut
  database.exec("pragma synchronous = off; pragma foreign_keys = off; pragma busy_timeout = 5000");
  const tables = database
    // triggers maintain the search index
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not glob 'client_search*' and name not like 'sqlite_%'",
    )
    .all()
    .map(({ name }) => String(name));
  const version = database.prepare("pragma data_version");
  const selects = tables.map((table) => [table, database.prepare(`select * from "${table}"`)] as const);
  for (const table of tables) database.exec(`create temp table "kept ${table}" as select * from "${table}"`);
  const read = (): Content => new Map(selects.map(([table, select]) => [table, select.all()]));
  const kept = read();
  let seen = version.get()?.data_version;

  return {
    /** The differences from the copy, by table; reads nothing if the database was not written. */
    changes(): Changes {
      const now = version.get()?.data_version;
      if (now === seen) return new Map();
      seen = now;
      return difference(kept, read());
    },
    /** Restores the tables that have changed from the copy. */
    restore(changes: Changes): void {
      database.exec("begin immediate");
      for (const table of changes.keys())
        database.exec(
          `delete from main."${table}"; insert into main."${table}" select * from "kept ${table}"`,
        );
      database.exec("commit");
      seen = version.get()?.data_version;
    },
    close: () => database.close(),
  };
}

export type KeptContent = ReturnType<typeof keepContent>;
export type Changes = Map<string, { gone: Row[]; come: Row[] }>;

function difference(before: Content, after: Content): Changes {
  const changed = [...before].map(([table, rows]) => {
    const now = after.get(table) ?? [];
    return [table, { gone: without(rows, now), come: without(now, rows) }] as const;
  });
  return new Map(changed.filter(([, { gone, come }]) => gone.length + come.length > 0));
}

function without(rows: Row[], others: Row[]): Row[] {
  const known = new Set(others.map(textOf));
  return rows.filter((row) => !known.has(textOf(row)));
}

function textOf(row: Row): string {
  return JSON.stringify(row, (_name, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
  );
}
