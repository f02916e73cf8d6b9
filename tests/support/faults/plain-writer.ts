import { writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/**
 * A separate program that serves as a control of the power-cut test: it writes rows with nothing but SQLite, at the
 * level of `synchronous` that the test names.
 *
 *     node tests/support/faults/plain-writer.ts <file> <rows> <normal | full>
 */
const [file = "", rows, synchronous] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec(
  `pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma wal_autocheckpoint = 40`,
);
database.exec("create table rows (n integer primary key, body text not null)");
const insert = database.prepare("insert into rows values (?, ?)");
for (let n = 1; n <= Number(rows); n++) {
  insert.run(n, `${n} `.repeat(1_500));
  writeSync(1, `saved ${n} ${n}\n`);
}
database.close();
