import { DatabaseSync } from "node:sqlite";
import type { ReaderConnection } from "../engine/engine.ts";
import { pragmaStatements } from "./pragmas.ts";
import { holds, kyselyOn } from "./sqlite-kysely.ts";

/** A separate connection to an open database, for a thread that only reads. */
export function openSqliteReader(file: string): ReaderConnection {
  const connection = new DatabaseSync(file, { readOnly: true });
  connection.exec(pragmaStatements());
  const db = kyselyOn(connection);
  return { db, holds, close: () => db.destroy() };
}
