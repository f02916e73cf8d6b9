import { partialDeepStrictEqual } from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Result } from "autocannon";
import { type PostgresServer, startPostgres } from "../tests/support/peers/postgres-server.ts";
import { fixedPort } from "../tests/support/service/fixed-port.ts";
import { median, type Table } from "./figures.ts";
import { installPackages } from "./install-packages.ts";
import { bareServers } from "./peers/servers/bare.ts";
import { directus } from "./peers/servers/directus.ts";
import { firsthandOnPostgres, firsthandOnSqlite } from "./peers/servers/firsthand.ts";
import { parseServer } from "./peers/servers/parse-server.ts";
import { call, type Database, type Peer } from "./peers/servers/peer.ts";
import { type Running, startPeer } from "./peers/servers/running.ts";
import { strapi } from "./peers/servers/strapi.ts";
import { residentBytes } from "./resident-bytes.ts";
import { loadSavers, record, type Saver, type Sent } from "./saver.ts";

const CONNECTIONS = 50;
const ROUND_SECONDS = 4;
const STARTS = 3;
const REST_MS = 5_000;
const SETTLE_MS = 1_000;
/** More saves than any server makes in a round, so that all records are different. */
const SAVES_A_ROUND = 1_000_000;
const MEGABYTE = 1_000_000;

const PEERS: Peer[] = [firsthandOnSqlite, firsthandOnPostgres, directus, strapi, parseServer, ...bareServers];

/** The state of one server in the bench. A server with a `failure` gets no more calls. */
type Contestant = {
  peer: Peer;
  running?: Running;
  savers: Saver[];
  startsMs: number[];
  restBytes: number;
  loadedBytes: number;
  results: Result[];
  /** By round, then by client. */
  sent: Sent[][];
  failure?: string;
};

/**
 * Durable 4 kB saves, start time and memory of our server, and of the servers that others would use for the same work.
 */
export async function benchPeerServers(rounds: number): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-bench-"));
  const postgres = await startPostgres();
  const contestants = PEERS.map(newContestant);
  try {
    for (const [place, contestant] of contestants.entries())
      await trying(contestant, () => open(contestant, join(folder, String(place)), postgres));
    for (let round = 0; round <= rounds; round++)
      for (const contestant of contestants) await trying(contestant, () => loadOnce(contestant, round));
    return [tableOfSaves(contestants), tableOfProcesses(contestants)];
  } finally {
    for (const { running } of contestants) await running?.stop();
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function newContestant(peer: Peer): Contestant {
  return {
    peer,
    savers: [],
    startsMs: [],
    restBytes: Number.NaN,
    loadedBytes: Number.NaN,
    results: [],
    sent: [],
  };
}

/** A peer's failure becomes a row of the table; a failure of our own server ends the bench. */
async function trying(contestant: Contestant, act: () => Promise<void>): Promise<void> {
  if (contestant.failure !== undefined) return;
  try {
    await act();
  } catch (error) {
    if (!contestant.peer.packageFolder || !(error instanceof Error)) throw error;
    contestant.failure = error.message;
    await contestant.running?.stop();
  }
}

/** Creates the server's clients, then starts it several times, and leaves it running. */
async function open(contestant: Contestant, folder: string, postgres: PostgresServer): Promise<void> {
  const { peer } = contestant;
  mkdirSync(folder);
  if (peer.packageFolder) installPackages(peer.packageFolder);
  const database = await newDatabase(postgres, `peer_${PEERS.indexOf(peer)}`);
  const newPlace = async () => ({ folder, database, port: await fixedPort() });
  await peer.prepare?.(await newPlace());
  const place = await newPlace();
  const first = await startPeer(peer, place);
  try {
    contestant.savers = await peer.makeSavers(first.url, CONNECTIONS, place);
  } finally {
    await first.stop();
  }
  for (let start = 0; start < STARTS; start++) {
    await contestant.running?.stop();
    contestant.running = await startPeer(peer, await newPlace());
    contestant.startsMs.push(contestant.running.startMs);
  }
  await wait(REST_MS);
  contestant.restBytes = residentBytes(contestant.running?.pid ?? 0);
}

/** Its user has all rights on it and none on other databases. */
async function newDatabase(postgres: PostgresServer, name: string): Promise<Database> {
  const password = `password_of_${name}`;
  await postgres.run(`create role ${name} login password '${password}'`);
  await postgres.run(`create database ${name} owner ${name}`);
  return { host: "127.0.0.1", port: postgres.port, name, user: name, password };
}

async function loadOnce(contestant: Contestant, round: number): Promise<void> {
  const { running, savers } = contestant;
  if (!running) return;
  const load = { connections: CONNECTIONS, seconds: ROUND_SECONDS, first: (round + 1) * SAVES_A_ROUND };
  const { result, sent } = await loadSavers(running.url, savers, load);
  contestant.sent.push(sent);
  contestant.loadedBytes = residentBytes(running.pid);
  // the first round warms up
  if (round > 0) contestant.results.push(result);
  await checkHeld(contestant);
  // a slow server is still working off its load, and the next one needs the processor
  await wait(SETTLE_MS);
}

/** Checks that every row holds the last acknowledged record, or one that was sent later without getting an answer. */
async function checkHeld({ peer, running, savers, sent }: Contestant): Promise<void> {
  if (!peer.recordIn || !running) return;
  for (const [client, { path, headers }] of savers.entries()) {
    const held = peer.recordIn(await call(`${running.url}${path}`, { method: "GET", headers }));
    const newest = newestOf(sent.flatMap((round) => round[client] ?? []));
    if (!newest.some((number) => holds(held, number)))
      throw new Error(`client ${client} holds none of its newest records, ${newest.join(", ")}`);
  }
}

/**
 * The numbers of the records that a row may hold. A slow server may leave a client without an answer for a whole round.
 * Rows are created with record 0.
 */
function newestOf(rounds: Sent[]): number[] {
  const last = rounds.findLastIndex(({ answered }) => answered !== undefined);
  const since = rounds.slice(Math.max(last, 0));
  return [since[0]?.answered ?? 0, ...since.map(({ underway }) => underway)];
}

function holds(held: unknown, number: number): boolean {
  try {
    partialDeepStrictEqual(held, JSON.parse(record(number)));
    return true;
  } catch {
    return false;
  }
}

function tableOfSaves(contestants: Contestant[]): Table {
  const ratesOf = ({ results }: Contestant) => results.map((result) => result.requests.average);
  const ours = contestants.filter(({ peer }) => peer === firsthandOnSqlite || peer === firsthandOnPostgres);
  const rows = contestants.map((each) => {
    const { peer, results, failure } = each;
    if (failure !== undefined) return [peer.name, peer.caller, notMeasured(failure), ...Array(4).fill("")];
    const ratios = ours.map((our) =>
      median(ratesOf(our).map((rate, round) => rate / (ratesOf(each)[round] ?? Number.NaN))),
    );
    return [
      peer.name,
      peer.caller,
      median(ratesOf(each)).toFixed(0),
      median(results.map((result) => result.latency.p50)).toFixed(0),
      median(results.map((result) => result.latency.p99)).toFixed(0),
      ...ratios.map((ratio) => ratio.toFixed(2)),
    ];
  });
  const heading = [
    `4 kB saves, ${CONNECTIONS} connections`,
    "who saves shows",
    "saves/s",
    "p50 ms",
    "p99 ms",
  ];
  return { heads: [...heading, ...ours.map(({ peer }) => `${peer.name} / this`)], rows };
}

function tableOfProcesses(contestants: Contestant[]): Table {
  const rows = contestants.map(({ peer, startsMs, restBytes, loadedBytes, failure }) =>
    failure === undefined
      ? [
          peer.name,
          median(startsMs).toFixed(0),
          (restBytes / MEGABYTE).toFixed(0),
          (loadedBytes / MEGABYTE).toFixed(0),
        ]
      : [peer.name, notMeasured(failure), "", ""],
  );
  return { heads: ["the process", "start, ms", "memory at rest, MB", "memory after the load, MB"], rows };
}

/** On one line, without characters that would end the table cell. */
function notMeasured(failure: string): string {
  return `not measured: ${failure.replaceAll(/\s+/g, " ").replaceAll("|", "/").slice(0, 200)}`;
}
