import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { HISTORY_MAX_STEPS } from "#contract/limits.ts";
import { openInstallation } from "../../../server/open-installation.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { StorageRefusal } from "../../../server/storage/engine/faults.ts";
import type { Storage } from "../../../server/storage/storage.ts";
import { readBack, written } from "../data/written.ts";

/** A record always keeps at least this many steps of its history; older steps may be gone. */
const HISTORY_KEPT = HISTORY_MAX_STEPS - 100;

/** What the server has acknowledged to a client: the answer of each revision. */
export type Acknowledged = { clientId: string | undefined; texts: Map<number, string> };

/** The n-th answer of a test: unlike every other, and long enough to fill several pages. */
export function textOf(n: number, length = 9_000): string {
  return `${n} `.padEnd(length, `and so on, number ${n}; `);
}

/** The `data` of a save with the n-th answer, complete, so that repeating the save gives the same record. */
export function dataOf(n: number, length?: number) {
  return written(textOf(n, length), { id: "a1", type: "text", timestamp: "2026-11-21T10:00:00.000Z" });
}

/** Parses the output of tests/support/faults/save-loop.ts. */
export function acknowledgedIn(stdout: string): Acknowledged {
  const clientId = /^client (\S+)$/m.exec(stdout)?.[1];
  const saves = [...stdout.matchAll(/^saved (\d+) (\d+)$/gm)];
  return {
    clientId,
    texts: new Map(saves.map(([, revision, n]) => [Number(revision), textOf(Number(n))])),
  };
}

/** Opens a data folder with the product and describes what is wrong with it; empty if nothing is. */
export async function problemsOf(folder: string, acknowledged: Acknowledged): Promise<string[]> {
  try {
    const { storage } = await openInstallation(readConfig({ FIRSTHAND_DATA: folder }));
    const missing = await missingIn(storage, acknowledged);
    await storage.close();
    return [...missing, ...integrityProblems(join(folder, "firsthand.db"))];
  } catch (error) {
    if (error instanceof StorageRefusal) return [`refused: ${error.message}`];
    throw error;
  }
}

async function missingIn(storage: Storage, { clientId, texts }: Acknowledged): Promise<string[]> {
  if (clientId === undefined) return [];
  if (!(await storage.clients.find(clientId))) return [`client ${clientId} is not there`];
  const problems: string[] = [];
  const newest = Math.max(0, ...texts.keys());
  const kept = [...texts].filter(([revision]) => revision > newest - HISTORY_KEPT);
  for (const [revision, text] of kept) {
    const record = await storage.records.loadRevision(clientId, revision);
    if (!record) problems.push(`revision ${revision} is not there`);
    else if (readBack({ data: record }) !== text) problems.push(`revision ${revision} is another`);
  }
  const loaded = (await storage.records.load(clientId))?.revision ?? 0;
  if (loaded < newest) problems.push(`the record is at revision ${loaded}, not ${newest}`);
  return problems;
}

/** What SQLite's own check finds wrong with a database. */
export function integrityProblems(file: string): string[] {
  if (!existsSync(file)) return [`${file} is not there`];
  const database = new DatabaseSync(file);
  const integrity = database.prepare("pragma integrity_check").all();
  const orphans = database.prepare("pragma foreign_key_check").all();
  database.close();
  return [
    ...integrity.map((row) => String(row.integrity_check)),
    ...orphans.map((row) => JSON.stringify(row)),
  ].filter((problem) => problem !== "ok");
}
