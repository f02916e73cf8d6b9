import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { Kysely, type RawBuilder, type SqlBool, type SqliteDatabase, SqliteDialect, sql } from "kysely";
import { runPreparedAtOnce } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";

export function kyselyOn(connection: DatabaseSync): Db {
  const database = kyselyDatabase(connection);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  runPreparedAtOnce(db, (sql, parameters) => {
    const statement = database.prepare(sql);
    if (statement.reader) return statement.all(parameters);
    statement.run(parameters);
    return [];
  });
  return db;
}

/** A binary search, since otherwise each value would be compared with every start. */
export function placeAmong(value: RawBuilder<number>, starts: readonly number[]): RawBuilder<number> {
  const among = (first: number, last: number): RawBuilder<number> => {
    if (first > last) return sql`${sql.lit(last)}`;
    const middle = Math.floor((first + last) / 2);
    return sql`(case when ${value} < ${sql.lit(starts[middle] ?? 0)}
      then ${among(first, middle - 1)} else ${among(middle + 1, last)} end)`;
  };
  return among(0, starts.length - 1);
}

/** The expression of the index `records_by_progress`. */
export function isSet(column: string): RawBuilder<number> {
  return sql`case when ${sql.ref(column)} is null then 0 else 1 end`;
}

export function holds(whole: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`instr(${whole}, ${part}) > 0`;
}

/** Node's SQLite in the shape that Kysely's dialect expects, with every statement prepared once. */
function kyselyDatabase(connection: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, ReturnType<typeof kyselyStatement>>();
  return {
    close: () => connection.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = kyselyStatement(connection.prepare(sql));
      statements.set(sql, statement);
      return statement;
    },
  };
}

function kyselyStatement(statement: StatementSync) {
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}
