import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { Worker } from "node:worker_threads";
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { StorageUnavailable } from "../engine/faults.ts";
import type { Db, Tables } from "../engine/schema.ts";

/** The thread takes about 20 MB, so it ends after this long without a read. */
const IDLE_MS = 60_000;

/** The database, and the pragmas of the thread's own connection to it. */
export type ReaderSetup = { file: string; pragmas: string };

type Statement = Pick<CompiledQuery, "sql" | "parameters">;
/** `details` are the error's own fields, such as its code, which messages between threads omit. */
type Answer = { rows: unknown[] } | { error: Error; details: object };

/**
 * Runs reads in a thread, so that they do not block the main one. The thread starts with the first statement, runs one
 * statement at a time, and keeps the process alive only meanwhile. If it crashes, the current statement fails with
 * StorageUnavailable, and the next statement starts a new thread.
 */
export function openReaderThread(startThread: () => Worker, idleMs = IDLE_MS) {
  let thread: Worker | undefined;
  let underWay: PromiseWithResolvers<Answer> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): Worker {
    let cause: unknown;
    return startThread()
      .on("message", (answer: Answer) => underWay?.resolve(answer))
      .on("error", (error) => {
        cause = error;
      })
      .on("exit", () => {
        thread = undefined;
        underWay?.reject(new StorageUnavailable("The database is unavailable: its reader ended", { cause }));
      });
  }

  async function rowsOf({ sql, parameters }: Statement): Promise<unknown[]> {
    if (isClosed) throw new StorageUnavailable("The database is closed");
    clearTimeout(idle);
    thread ??= start();
    thread.ref();
    try {
      thread.postMessage({ sql, parameters } satisfies Statement);
      underWay = Promise.withResolvers();
      const answer = await underWay.promise;
      if ("error" in answer) throw Object.assign(answer.error, answer.details);
      return answer.rows;
    } finally {
      thread?.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  const db = kyselyOver(rowsOf);
  // Kysely gives SQLite's connection to one caller at a time
  const whileQuiet = <Result>(work: () => Promise<Result>): Promise<Result> => db.connection().execute(work);
  const end = () => whileQuiet(async () => void (await thread?.terminate()));

  return {
    db,
    /** Runs the work while no statement is under way, so that the thread's connection holds no lock. */
    whileQuiet,
    /** Settles when the thread's connection is closed. The current statement is answered; waiting ones are refused. */
    async close(): Promise<void> {
      isClosed = true;
      await end();
    },
  };
}

export function startReaderThread(setup: ReaderSetup): Worker {
  // the code is evaluated from memory, since its file could be missing or newer after an upgrade in place. The thread
  // has no heap limit, since Node ends the whole process if SQLite reaches it.
  return new Worker(`(${answerStatements.toString()})()`, { eval: true, workerData: setup });
}

/** Runs in the thread, from this function's text, so it may use nothing that is declared outside. */
function answerStatements(): void {
  const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
  const sqlite = process.getBuiltinModule("node:sqlite");
  const { file, pragmas } = workerData as ReaderSetup;
  let opened: DatabaseSync | undefined;

  function connection(): DatabaseSync {
    if (opened) return opened;
    const opening = new sqlite.DatabaseSync(file, { readOnly: true });
    opening.exec(pragmas);
    opened = opening;
    return opened;
  }

  function answerOf({ sql, parameters }: Statement): Answer {
    try {
      return {
        rows: connection()
          .prepare(sql)
          .all(...(parameters as SQLInputValue[])),
      };
    } catch (error) {
      return { error: error as Error, details: { ...(error as Error) } };
    }
  }

  parentPort?.on("message", (statement: Statement) => parentPort.postMessage(answerOf(statement)));
}

function kyselyOver(rowsOf: (statement: Statement) => Promise<unknown[]>): Db {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery) => ({ rows: (await rowsOf(query)) as Row[] }),
    streamQuery() {
      throw new Error("The reader thread answers whole results");
    },
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => Object.assign(new DummyDriver(), { acquireConnection: async () => connection }),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
