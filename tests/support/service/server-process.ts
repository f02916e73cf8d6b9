import { DatabaseSync } from "node:sqlite";
import type { ClientSignIn } from "#contract/api/calls.ts";
import { addClients } from "../../../server/access-keys/issue-key.ts";
import type { Storage } from "../../../server/storage/storage.ts";
import { httpConnection } from "../peers/http-connection.ts";
import { commandLine } from "./command-line.ts";
import { fixedPort } from "./fixed-port.ts";
import { WITHOUT_RECORDING } from "./program.ts";

export type ServerProcess = Awaited<ReturnType<typeof serverProcess>>;
export type ServerClient = { clientId: string; token: string };

/** In one write, since single ones would wait for each other longer than a busy database lets them. */
const ADDED_AT_ONCE = 50;

/** The product as a separate process on one folder and one port, which a test can stop and start again. */
export async function serverProcess(more: { [name: string]: string } = {}) {
  const cli = commandLine();
  const port = await fixedPort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    FIRSTHAND_RATE_SESSION: "0",
    FIRSTHAND_LOG_LEVEL: "warn",
    NODE_ENV: "production",
    ...WITHOUT_RECORDING,
    ...more,
  };
  let running: Awaited<ReturnType<typeof cli.serve>> | undefined;

  async function withStorage<Result>(look: (storage: Storage) => Promise<Result>): Promise<Result> {
    const { storage } = await cli.open(more);
    try {
      return await look(storage);
    } finally {
      await storage.close();
    }
  }

  return {
    url,
    cli,
    databaseFile: `${cli.data}/firsthand.db`,

    /** Returns how long the server takes until it says that it is ready. */
    async start(): Promise<number> {
      const began = performance.now();
      running = await cli.serve(env);
      return performance.now() - began;
    },

    /** Returns the exit code, null if the signal ended it, and how long the stop took. */
    async stop(signal: NodeJS.Signals) {
      const began = performance.now();
      const code = await running?.stop(signal);
      running = undefined;
      return { code, ms: performance.now() - began };
    },

    /** Opens the same database for a moment; a connection that stays open would spare the server its recovery. */
    withStorage,

    /** What SQLite finds wrong with the database. */
    damage(): string[] {
      const database = new DatabaseSync(`${cli.data}/firsthand.db`, { readOnly: true });
      const found = [
        ...database.prepare("pragma integrity_check").all(),
        ...database.prepare("pragma foreign_key_check").all(),
      ].map((row) => JSON.stringify(row));
      database.close();
      return found.filter((row) => row !== '{"integrity_check":"ok"}');
    },

    /** `count` clients, each with their own key and session. */
    async signIn(count: number): Promise<ServerClient[]> {
      const installation = await cli.open(more);
      const named = Array.from({ length: count }, (_, place) => ({ name: `Client ${place}` }));
      const added: { clientId: string; accessKey: string }[] = [];
      for (let first = 0; first < count; first += ADDED_AT_ONCE) {
        const some = named.slice(first, first + ADDED_AT_ONCE);
        added.push(...(await addClients({ ...installation, now: Date.now() }, some)));
      }
      await installation.storage.close();
      const connection = httpConnection(url);
      const clients: ServerClient[] = [];
      for (const { clientId, accessKey } of added) {
        const body = { key: accessKey };
        const ending = await connection.send({ method: "POST", path: "/v1/auth/exchange", body });
        if (ending.kind !== "answered" || ending.status !== 200) throw new Error(JSON.stringify(ending));
        const { data } = JSON.parse(ending.body) as { data: ClientSignIn };
        clients.push({ clientId, token: data.accessToken });
      }
      connection.close();
      return clients;
    },

    async close(): Promise<void> {
      await running?.stop("SIGKILL");
      cli.remove();
    },
  };
}
