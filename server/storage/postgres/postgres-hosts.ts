import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import type { EngineStats } from "../engine/engine.ts";
import { isReadOnly, sqlState, TakesNoWrites } from "../engine/postgres-faults.ts";
import { type DatabaseHost, nameOfHost } from "./database-url.ts";

/** Small enough for many servers on one database; a save holds a connection for some milliseconds. */
const CONNECTIONS_MAX = 10;
/** How long a request waits for a free connection: as long as a save waits for SQLite's lock. */
const WAIT_MS = 5_000;
/** After this time without an answer from a host, the next host is tried. */
const CONNECT_MS = 1_500;
const STATEMENT_MS = 5_000;
/**
 * Added to the database's own limit, which normally raises the error; this one applies if the network loses the answer.
 */
const ANSWER_GRACE_MS = 3_000;
/** Ends a hung server's transaction, so that its locks do not keep other servers waiting. */
const IDLE_IN_TRANSACTION_MS = 10_000;
const IDLE_MS = 30_000;

const { INT8, NUMERIC } = pg.types.builtins;
/** Counts, sums and instants fit into a JavaScript number. */
const typeParser = (oid: number, format?: "text" | "binary") =>
  oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as "text");

export type Hosts = PostgresPool & {
  /** About the connections to the current host. */
  stats(): NonNullable<EngineStats["pool"]>;
};

/** `statementMs`: how long one statement may take. */
export type HostOptions = { connections?: number; isReadOnly?: boolean; statementMs?: number };

/**
 * Connections to the first of several hosts that accepts writes. If a host fails or becomes a standby, the next one is
 * tried, in a circle; each attempt to connect tries every host once.
 */
export function openHosts(addresses: DatabaseHost[], options: HostOptions = {}): Hosts {
  const pools = addresses.map((address) => poolOf(address, options));
  let current = 0;

  /** Moves on only if this host is still current: another request may have moved on already. */
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

/** The pool has only one limit for waiting and connecting, so the client sets its own. */
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
    // the pool awaits this promise, although its types do not say so
    onConnect: ((client) => expectPrimary(client, nameOfHost(address))) as (client: pg.ClientBase) => void,
  });
  // without listeners, a broken connection would end the process; the next query reports the fault
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** Makes sure that a commit is on disk, and on any synchronous standby, before it is acknowledged. */
async function expectPrimary(client: pg.ClientBase, host: string): Promise<void> {
  const { rows } = await client.query<{ reading: string; commit: string | null }>(
    "select current_setting('transaction_read_only') as reading, current_setting('synchronous_commit', true) as commit",
  );
  if (rows[0]?.reading === "on") throw new TakesNoWrites(host);
  if (rows[0]?.commit === "off" || rows[0]?.commit === "local")
    await client.query("set synchronous_commit = on");
}

type PooledConnection = { query: Query; release(isSpent: boolean): void };
type Query = (sql: string, values: unknown[]) => Promise<pg.QueryResult>;

/**
 * Runs each statement in a read-only transaction: a session setting would stay on a connection that a pooler gives to
 * other clients, which could then not write.
 */
function readingOnly(client: pg.PoolClient): PooledConnection {
  async function query(sql: string, values: unknown[]) {
    await client.query("begin read only");
    try {
      return await client.query(sql, values);
    } finally {
      // after an error, `commit` rolls back
      await client.query("commit");
    }
  }
  return { query, release: (isSpent) => client.release(isSpent) };
}

/** Discards a connection that is broken, still waits for an answer, or no longer accepts writes. */
function watched(client: PooledConnection, turn: () => void): PostgresPoolClient {
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
 * PostgreSQL rejects texts with U+0000, even in a search. SQLite just finds nothing for such an id from a path. U+0001,
 * which no stored text contains, gives the same result here. Storing such a text remains an error.
 */
function findable(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "\u0001") : value;
}
