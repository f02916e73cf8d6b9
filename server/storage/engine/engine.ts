import type { Compilable, CompiledQuery, RawBuilder, SqlBool } from "kysely";
import type { Db } from "./schema.ts";

/** What a database engine provides; every query is written once, on top of this. */
export type Engine = {
  /** Sees committed rows only. */
  reader: Db;
  /**
   * Runs the work in a transaction and settles after a durable commit. Concurrent work may share a commit; work that
   * throws is rolled back without the rest. Work may run again after a rollback, so it must change nothing but the
   * database. Rejects with StorageUnavailable if the database cannot serve.
   */
  write<Result>(work: (db: Db) => Promise<Result>, options?: WriteOptions): Promise<Result>;
  /** Rejects with StorageUnavailable. */
  read<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** Like `read`, for work that may take long, such as lists and counts: no save waits for it. */
  readAside<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * Makes sure that no file, including the log, still holds deleted data. False while another process prevents that.
   */
  eraseFreedPages(): Promise<boolean>;
  /** Whether several servers may share a queue; each then skips what another one has locked. */
  isShared: boolean;
  /** A column for `order by` that sorts texts by code point, whatever the database's locale. */
  inCodePoints(column: string): RawBuilder<unknown>;
  /** Whether a text contains another, taken literally: a pattern would make a search several times slower. */
  holds(whole: RawBuilder<unknown>, part: string): RawBuilder<SqlBool>;
  /**
   * The place, from 0, of the last of these ascending numbers that is at most the value; -1 if there is no such number.
   */
  placeAmong(value: RawBuilder<number>, starts: readonly number[]): RawBuilder<number>;
  /**
   * Whether a column has a value, to select and to group by: 0 or 1, or a boolean. The engine's planner knows how many
   * groups that makes, or has an index with it.
   */
  isSet(column: string): RawBuilder<number | boolean>;
  /** The column that says where a row is, for tables without a key. */
  rowPlace: "rowid" | "ctid";
  /** Which kind of trigram index the engine has of clients. */
  trigrams: "fts5" | "pg_trgm";
  /** Holds a snapshot of the database for a copy. Rejects with StorageUnavailable. */
  hold(options: HoldOptions): Promise<HeldSnapshot>;
  /** The database's clock, in epoch milliseconds, if it may be on a machine with another clock. */
  now?(): Promise<number>;
  /** Current figures for monitoring, which cost nothing to read. */
  stats?(): EngineStats;
  /** From now on reports each write transaction at its commit; waiting time before its begin is not counted. */
  watchTransactions?(note: TransactionNote): void;
  close(): Promise<void>;
};

export type WriteOptions = {
  /** How long colliding work is retried, in milliseconds, if several servers may write; 5,000 by default. */
  collisionMs?: number;
};

export type HoldOptions = {
  /** Whether all writes are blocked until the end. */
  excludesWrites: boolean;
  /** The names of all tables, for an engine that locks each one. */
  tables: string[];
};

export type HeldSnapshot = {
  /** Reads the snapshot, whatever is written meanwhile. */
  read: Engine["read"];
  /** Commits what `read` wrote, if the engine allows that. May be called twice. */
  end(): Promise<void>;
};

/** A read-only connection in another thread than the engine's. */
export type ReaderConnection = Pick<Engine, "holds"> & { db: Db; close(): Promise<void> };

/** A figure is absent if the engine does not have it. */
export type EngineStats = {
  /** Writes that wait for a transaction. */
  writesWaiting?: number;
  /** Connections, and how many callers wait for a connection. */
  pool?: { inUse: number; idle: number; waiting: number };
};

/** How long a transaction took, from its begin to its commit, and how many writes it held. */
export type TransactionNote = (seconds: number, writes: number) => void;

type RunAtOnce = (sql: string, parameters: readonly unknown[]) => unknown[];
/**
 * For engines that can run a statement synchronously, without Kysely, whose event-loop turns cost as much as the
 * statement.
 */
const atOnce = new WeakMap<Db, RunAtOnce>();

/** From now on, prepared queries on `db` go straight to its engine. */
export function runPreparedAtOnce(db: Db, run: RunAtOnce): void {
  atOnce.set(db, run);
}

async function rowsOf<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  const run = atOnce.get(db);
  return run ? (run(query.sql, query.parameters) as Row[]) : (await db.executeQuery<Row>(query)).rows;
}

/**
 * A query compiled once, for the paths that every request takes: compiling costs several times what SQLite needs to
 * run the statement. `param("name")` stands where the value goes.
 */
export function prepare<Params extends { [name: string]: unknown }, Row>(
  build: (param: ParamOf<Params>) => Compilable<Row>,
) {
  const compiled = build(placeholders(0)).compile();
  return (db: Db, params: Params): Promise<Row[]> => rowsOf(db, withValues(compiled, [params]));
}

/** Like `prepare`, for several rows: compiled once for each number of rows. Without rows, no statement is run. */
export function prepareMany<Params extends { [name: string]: unknown }, Row>(
  build: (each: ParamOf<Params>[]) => Compilable<Row>,
) {
  const compiled = new Map<number, CompiledQuery<Row>>();
  const compiledFor = (count: number) => {
    const known = compiled.get(count);
    if (known) return known;
    const query = build(Array.from({ length: count }, (_, place) => placeholders(place))).compile();
    compiled.set(count, query);
    return query;
  };
  return async (db: Db, all: Params[]): Promise<Row[]> => {
    return all.length === 0 ? [] : rowsOf(db, withValues(compiledFor(all.length), all));
  };
}

type ParamOf<Params> = (name: keyof Params & string) => never;

class Placeholder {
  readonly place: number;
  readonly name: string;
  constructor(place: number, name: string) {
    this.place = place;
    this.name = name;
  }
}

const placeholders = (place: number) => (name: string) => new Placeholder(place, name) as never;

function withValues<Row>(
  compiled: CompiledQuery<Row>,
  all: { [name: string]: unknown }[],
): CompiledQuery<Row> {
  const parameters = compiled.parameters.map((value) =>
    value instanceof Placeholder ? all[value.place]?.[value.name] : value,
  );
  return { ...compiled, parameters };
}
