import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import type { EngineStats } from "../engine/engine.ts";
import { isReadOnly, sqlState, TakesNoWrites } from "../engine/postgres-faults.ts";
import { type DatabaseHost, nameOfHost } from "./database-url.ts";

/** Small enough for many servers on one database; a save holds a connection for some milliseconds. */
const CONNECTIONS_MAX = 10;
/** How long a request waits for one of them that is free: as long as a save waits for SQLite's lock. */
const WAIT_MS = 5_000;
/** To a host that does not answer; then the next one is asked. */
const CONNECT_MS = 1_500;
const STATEMENT_MS = 5_000;
/** More than that if the network swallows the answer; the database's own limit comes first and raises an error. */
const ANSWER_GRACE_MS = 3_000;
/** Of a server that hangs, so that its locks do not keep the others waiting. */
const IDLE_IN_TRANSACTION_MS = 10_000;
const IDLE_MS = 30_000;

const { INT8, NUMERIC } = pg.types.builtins;
/** Counts, sums and instants fit into a number. */
const typeParser = (oid: number, format?: "text" | "binary") =>
  oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as "text");

export type Hosts = PostgresPool & {
  /** Of the connections to the host in use. */
  stats(): NonNullable<EngineStats["pool"]>;
};

/** `statementMs`: how long one statement may take. */
export type HostOptions = { connections?: number; isReadOnly?: boolean; statementMs?: number };

/**
 * Connections to the first of several hosts that takes writes. When it breaks down or becomes a standby, the next one is
 * asked, and so on around: each attempt to connect asks every host once.
 */
export function openHosts(addresses: DatabaseHost[], options: HostOptions = {}): Hosts {
  const pools = addresses.map((address) => poolOf(address, options));
  let current = 0;

  /** Only from the host that failed: another request may have found the next one by then. */
  const turnFrom = (place: number) => {
    if (current === place) current = (place + 1) % pools.length;
  };

  async function connect(): Promise<PostgresPoolClient> {
    const first = current;
    let fault: unknown;
    for (let tries = 0; tries < pools.length; tries++) {
      const place = (first + tries) % pools.length;
      try {
        const client = await (pools[place] as pg.Pool).connect();
        return watched(options.isReadOnly ? readingOnly(client) : client, () => turnFrom(place));
      } catch (error) {
        fault ??= error;
        turnFrom(place);
      }
    }
    throw fault;
  }

  return {
    options: {},
    connect,
    async end() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
    stats() {
      const { totalCount, idleCount, waitingCount } = pools[current] as pg.Pool;
      return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
  };
}

/** The pool knows one limit only, for waiting and for connecting. */
class QuickClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
  }
}

function poolOf(
  address: DatabaseHost,
  { connections = CONNECTIONS_MAX, statementMs = STATEMENT_MS }: HostOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: address,
    max: connections,
    connectionTimeoutMillis: WAIT_MS,
    Client: QuickClient,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs + ANSWER_GRACE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: "firsthand",
    keepAlive: true,
    types: { getTypeParser: typeParser },
    // the pool waits for it, which its types do not say
    onConnect: ((client) => expectPrimary(client, nameOfHost(address))) as (client: pg.ClientBase) => void,
  });
  // without listeners, a connection that breaks would end the process; the next query tells of it
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** A commit is on the disk, and on the standby where there is one, before it is acknowledged. */
async function expectPrimary(client: pg.ClientBase, host: string): Promise<void> {
  const { rows } = await client.query<{ reading: string; commit: string | null }>(
    "select current_setting('transaction_read_only') as reading, current_setting('synchronous_commit', true) as commit",
  );
  if (rows[0]?.reading === "on") throw new TakesNoWrites(host);
  if (rows[0]?.commit === "off" || rows[0]?.commit === "local")
    await client.query("set synchronous_commit = on");
}

type Asking = { query: Query; release(isSpent: boolean): void };
type Query = (sql: string, values: unknown[]) => Promise<pg.QueryResult>;

/**
 * Each statement in its own transaction: what is set for a session would stay with a connection that a pooler gives to
 * others, who could not write on it.
 */
function readingOnly(client: pg.PoolClient): Asking {
  async function query(sql: string, values: unknown[]) {
    await client.query("begin read only");
    try {
      return await client.query(sql, values);
    } finally {
      // after an error, the database rolls back instead
      await client.query("commit");
    }
  }
  return { query, release: (isSpent) => client.release(isSpent) };
}

/** A connection that broke, that still waits for an answer, or that takes no writes any more is not used again. */
function watched(client: Asking, turn: () => void): PostgresPoolClient {
  let isSpent = false;
  const spend = (error: unknown) => {
    if (sqlState(error) === "" || isReadOnly(error)) {
      isSpent = true;
      turn();
    }
    throw error;
  };
  function query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(asked: string | PostgresCursor<Row>, parameters: readonly unknown[] = []): unknown {
    if (typeof asked !== "string") throw new Error("Nothing is read by a cursor here");
    const values = asked.startsWith("select") ? parameters.map(findable) : [...parameters];
    return client.query(asked, values).catch(spend);
  }
  return { query, release: () => client.release(isSpent) };
}

/**
 * PostgreSQL has no text with U+0000, and refuses to look for one. Any may be asked for, as an id in a path, and finds
 * nothing on SQLite: so does U+0001, which is in nothing that is looked for either. To store one stays an error.
 */
function findable(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "\u0001") : value;
}
