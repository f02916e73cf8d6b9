import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { addClient } from "../server/access-keys/issue-key.ts";
import { noInterviewFile } from "../server/interview-file/read-interview-file.ts";
import { publishProvided } from "../server/interviews/publish-provided.ts";
import { openInstallation } from "../server/open-installation.ts";
import { saveRecord } from "../server/records/save-record.ts";
import { readConfig } from "../server/settings/config.ts";
import { fullRecord } from "../tests/support/data/full-record.ts";

/**
 * Keeps the files that a release writes, for the upgrade tests of all later releases: `node scripts/make-fixtures.ts
 * 0.1.0`. Existing fixtures are never overwritten. (The draft's fixture is copied from a browser's local storage by
 * hand.)
 */
const { positionals } = parseArgs({ allowPositionals: true });
const [version] = positionals;
if (!version) throw new Error("Name the release: node scripts/make-fixtures.ts 0.1.0");
const target = join(import.meta.dirname, "../tests/fixtures", version);
if (existsSync(target)) throw new Error(`${target} is there already`);

const folder = mkdtempSync(join(tmpdir(), "firsthand-fixture-"));
const installation = await openInstallation(readConfig({ FIRSTHAND_DATA: folder }));
const { storage, book } = installation;
const now = Date.parse("2026-11-21T10:00:00.000Z");
await publishProvided(storage, noInterviewFile, now);
await book.refresh();
const { clientId, accessKey } = await addClient({ ...installation, now }, { name: "Rosa's Bakery" });
const saving = {
  clientId,
  now,
  requestId: "fixture",
  expectedRevision: undefined,
  idempotencyKey: undefined,
};
await saveRecord(storage, book.current(), { data: fullRecord(), submit: true }, saving);
await storage.close();

mkdirSync(target, { recursive: true });
for (const name of ["firsthand.db", "secrets.json"]) copyFileSync(join(folder, name), join(target, name));
writeFileSync(join(target, "interview.json"), `${JSON.stringify(book.current().asked.interview, null, 2)}\n`);
writeFileSync(join(target, "client.json"), `${JSON.stringify({ clientId, accessKey }, null, 2)}\n`);
rmSync(folder, { recursive: true });
