import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fixedPort } from "../tests/support/service/fixed-port.ts";
import { median, type Table } from "./figures.ts";
import { bareServers } from "./peers/servers/bare.ts";
import { firsthandOnSqlite } from "./peers/servers/firsthand.ts";
import type { Peer } from "./peers/servers/peer.ts";
import { startPeer } from "./peers/servers/running.ts";
import { residentBytes } from "./resident-bytes.ts";

const REST_MS = 5_000;
const MEGABYTE = 1_000_000;
const NO_DATABASE = { host: "", port: 0, name: "", user: "", password: "" };

type Start = { startMs: number; bytes: number };

/**
 * Start time and idle memory of our server on SQLite, compared with a bare Fastify and a bare node:http, alternating.
 */
export async function benchIdle(rounds: number): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-bench-"));
  const peers = [firsthandOnSqlite, ...bareServers];
  const starts = new Map(peers.map((peer) => [peer, [] as Start[]]));
  try {
    for (let round = 0; round <= rounds; round++)
      for (const [place, peer] of peers.entries()) {
        const start = await startOnce(peer, join(folder, String(place)));
        // the first round creates the database
        if (round > 0) starts.get(peer)?.push(start);
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const of = (peer: Peer, value: (start: Start) => number) => (starts.get(peer) ?? []).map(value);
  const ours = of(firsthandOnSqlite, ({ bytes }) => bytes);
  const rows = peers.map((peer) => {
    const bytes = of(peer, (start) => start.bytes);
    const ratios = ours.map((our, round) => our / (bytes[round] ?? Number.NaN));
    const ready = median(of(peer, ({ startMs }) => startMs)).toFixed(0);
    return [peer.name, ready, (median(bytes) / MEGABYTE).toFixed(0), median(ratios).toFixed(2)];
  });
  return [{ heads: ["the process", "start, ms", "memory at rest, MB", "Firsthand's memory / this"], rows }];
}

async function startOnce(peer: Peer, folder: string): Promise<Start> {
  mkdirSync(folder, { recursive: true });
  const running = await startPeer(peer, { folder, database: NO_DATABASE, port: await fixedPort() });
  try {
    await wait(REST_MS);
    return { startMs: running.startMs, bytes: residentBytes(running.pid) };
  } finally {
    await running.stop();
  }
}
