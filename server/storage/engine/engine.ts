import type { Compilable, CompiledQuery, RawBuilder, SqlBool } from "kysely";
import type { Db } from "./schema.ts";

/** What a database engine brings; every query is written once, above this. */
export type Engine = {
  /** Sees committed rows only. */
  reader: Db;
  /**
   * Runs the work in a transaction and settles after it is durably committed. Work that arrives together may share a
   * commit; work that throws is rolled back alone. Work may be run again after a roll-back, so it changes nothing but
   * the database. Rejects with StorageUnavailable where that cannot serve.
   */
  write<Result>(work: (db: Db) => Promise<Result>, options?: WriteOptions): Promise<Result>;
  /** Rejects with StorageUnavailable. */
  read<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** The same for what may take long, such as lists and counts: no save waits for it. */
  readAside<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * Sees to it that no file holds what was deleted, be it behind a log. False while another process keeps that from
   * being done.
   */
  eraseFreedPages(): Promise<boolean>;
  /** Whether several servers may take from a queue at once, which then pass by what another has in hand. */
  isShared: boolean;
  /** A column for `order by`: texts by their code points, whatever language the database sorts in. */
  inCodePoints(column: string): RawBuilder<unknown>;
  /** Whether a text is part of another, as it stands: a pattern would cost a search several times as much. */
  holds(whole: RawBuilder<unknown>, part: string): RawBuilder<SqlBool>;
  /** How many of these rising numbers are at most this one, less one: -1 where it is below them all. */
  placeAmong(value: RawBuilder<number>, starts: readonly number[]): RawBuilder<number>;
  /** Which index of three letters each it has of clients. */
  trigrams: "fts5" | "pg_trgm";
  /** One moment of the database, for as long as a copy takes. Rejects with StorageUnavailable. */
  hold(holding: Holding): Promise<Held>;
  /** The database's own clock, in epoch milliseconds, where it runs on a machine that may have another. */
  now?(): Promise<number>;
  /** Figures of this moment that cost nothing to read, for anyone who watches the server. */
  stats?(): EngineStats;
  /** From now on tells of each write transaction when it is committed; what waited for it is not counted. */
  watchTransactions?(note: TransactionNote): void;
  close(): Promise<void>;
};

export type WriteOptions = {
  /** How long work that collides with others' is run again, where several servers may write; 5 s if not named. */
  collisionMs?: number;
};

export type Holding = {
  /** Whether nothing is written by anyone until the end. */
  excludesWrites: boolean;
  /** All tables, for an engine that locks each. */
  tables: string[];
};

export type Held = {
  /** Sees that moment, whatever is written meanwhile. */
  read: Engine["read"];
  /** Commits what was written by `read`, where the engine lets that write. May be called twice. */
  end(): Promise<void>;
};

/** A connection beside an engine's, in another thread, that writes nothing. */
export type Reader = Pick<Engine, "holds"> & { db: Db; close(): Promise<void> };

/** Each figure only where the engine has it. */
export type EngineStats = {
  /** Writes that were asked for and are in no transaction yet. */
  writesWaiting?: number;
  /** Connections, and how many callers wait for a connection. */
  pool?: { inUse: number; idle: number; waiting: number };
};

/** How long a transaction took, from its begin to its commit, and how many writes it held. */
export type TransactionNote = (seconds: number, writes: number) => void;

type RunAtOnce = (sql: string, parameters: readonly unknown[]) => unknown[];
/** Where an engine can run a statement without waiting: past Kysely, whose turns cost as much as the statement. */
const atOnce = new WeakMap<Db, RunAtOnce>();

/** Prepared queries on `db` go straight to its engine from now on. */
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

/** The same for several at once: compiled once for each number of them. For none of them, nothing is asked. */
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
