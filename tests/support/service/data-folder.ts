import { cpSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addClient } from "../../../server/access-keys/issue-key.ts";
import { publishProvided } from "../../../server/interviews/publish-provided.ts";
import { type Installation, openInstallation } from "../../../server/open-installation.ts";
import { saveRecord } from "../../../server/records/save-record.ts";
import { openSession } from "../../../server/sessions/sessions.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { dataOf, textOf } from "../faults/acknowledged.ts";
import { makeInstallation } from "./made-database.ts";

export type PreparedClient = { clientId: string; accessKey: string; token: string; text: string };

/** A folder for one test, and the function that removes it. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-fault-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

type Filling = {
  clients?: number;
  /** The length of each client's answer, in characters. */
  length?: number;
  /** Leaves the folder as a killed server would, including its log. */
  isKilled?: boolean;
};

/** Fills a data folder with signed-in clients who have saved once. */
export async function fillFolder(folder: string, filling: Filling = {}): Promise<PreparedClient[]> {
  const { clients = 1, length = 9_000, isKilled = false } = filling;
  const config = readConfig({ FIRSTHAND_DATA: folder });
  await makeInstallation(config);
  const installation = await openInstallation(config);
  const { storage, book } = installation;
  await publishProvided(storage, config.provided, Date.now());
  await book.refresh();
  const numbers = Array.from({ length: clients }, (_, place) => place + 1);
  const prepared = await Promise.all(numbers.map((n) => signedIn(installation, n, length)));
  if (isKilled) cpSync(folder, `${folder}.killed`, { recursive: true });
  await storage.close();
  if (isKilled) {
    rmSync(folder, { recursive: true });
    renameSync(`${folder}.killed`, folder);
  }
  return prepared;
}

async function signedIn(installation: Installation, n: number, length: number): Promise<PreparedClient> {
  const { storage, book } = installation;
  const now = Date.now();
  const { clientId, keyId, accessKey } = await addClient({ ...installation, now }, { name: `Client ${n}` });
  const key = await storage.accessKeys.find(keyId);
  if (!key) throw new Error("The key that was issued is not there");
  const session = await openSession(storage, { key, now, requestId: "fault-test" });
  if (!session || session === "bound") throw new Error("The key is revoked");
  const saving = {
    clientId,
    now,
    requestId: "fault-test",
    expectedRevision: undefined,
    idempotencyKey: undefined,
  };
  await saveRecord(storage, book.current(), { data: dataOf(n, length) }, saving);
  return { clientId, accessKey, token: session.accessToken, text: textOf(n, length) };
}
