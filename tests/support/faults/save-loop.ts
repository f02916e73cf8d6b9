import { writeSync } from "node:fs";
import { addClient } from "../../../server/access-keys/issue-key.ts";
import { openInstallation } from "../../../server/open-installation.ts";
import { saveRecord } from "../../../server/records/save-record.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { StorageUnavailable } from "../../../server/storage/engine/faults.ts";
import { rewriteLog } from "../../../server/storage/sqlite/rewrite-log.ts";
import { lockForServer } from "../../../server/storage/sqlite/server-lock.ts";
import { dataOf } from "./acknowledged.ts";

/**
 * A separate program that tests kill and feed with faults: it opens a data folder as the server does and saves the
 * answers `from` to `to` in order. It writes each line at once, so that the line has its place among the system calls.
 *
 *     node tests/support/faults/save-loop.ts <folder> <from> <to> <close | kill>
 */
const [folder = "", from, to, end] = process.argv.slice(2);
const say = (line: string) => writeSync(1, `${line}\n`);

const config = readConfig({ FIRSTHAND_DATA: folder });
const lock = lockForServer(config.databaseFile);
rewriteLog(config.databaseFile);
const installation = await openInstallation(config);
const { storage, book } = installation;
const [known] = await storage.clients.list();
const { clientId } =
  known ?? (await addClient({ ...installation, now: Date.now() }, { name: "Rosa's Bakery" }));
say(`client ${clientId}`);
for (let n = Number(from); n <= Number(to); n++) say(await save(n));
if (end === "kill") process.kill(process.pid, "SIGKILL");
await storage.close();
lock.release();

/** The line that acknowledges a save, or reports that the save failed. */
async function save(n: number): Promise<string> {
  const saving = {
    clientId,
    now: Date.now(),
    requestId: "save-loop",
    expectedRevision: undefined,
    idempotencyKey: undefined,
  };
  try {
    const outcome = await saveRecord(storage, book.current(), { data: dataOf(n) }, saving);
    if (outcome.kind !== "saved") throw new Error(outcome.kind);
    return `saved ${outcome.revision} ${n}`;
  } catch (error) {
    if (error instanceof StorageUnavailable) return `failed ${n}`;
    throw error;
  }
}
