import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { endProcess } from "../service/end-process.ts";
import { fixedPort } from "../service/fixed-port.ts";

/** PostgreSQL does not run as root. */
const NOBODY = 65_534;
const USER = "firsthand";
/** Contains characters that must be encoded in an address. */
const PASSWORD = "p@ss/w:rd";

/** A real PostgreSQL server for one test, in its own folder. */
export type PostgresServer = {
  port: number;
  folder: string;
  /** A connection address of one of its databases. */
  url(database: string): string;
  /** Runs SQL as the superuser, by default in the database `postgres`. */
  run(sql: string, database?: string): Promise<Record<string, unknown>[]>;
  /** `immediate` stops it like a power cut; `fast` ends its connections and stops it cleanly. */
  stop(mode: "fast" | "immediate"): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and removes its folder. */
  remove(): Promise<void>;
};

/** The folder of the newest installed PostgreSQL's programs. */
export function postgresPrograms(): string {
  const installed = "/usr/lib/postgresql";
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : [];
  const folder = versions
    .map((version) => join(installed, version, "bin"))
    .find((bin) => existsSync(join(bin, "postgres")));
  if (!folder) throw new Error('PostgreSQL is not installed: "npm test" installs it');
  return folder;
}

/** The user that runs PostgreSQL and its companions here. */
export const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Makes a server and starts it. Texts sort as in English, so that a test notices where the order matters. */
export async function startPostgres(settings: { [name: string]: string } = {}): Promise<PostgresServer> {
  const folder = newFolder();
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, PASSWORD);
  if (identity.uid !== undefined) chownSync(passwordFile, identity.uid, NOBODY);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=en-US"];
  const access = ["--auth=scram-sha-256", `--username=${USER}`, `--pwfile=${passwordFile}`];
  await runAs("initdb", [`--pgdata=${data}`, "--no-sync", "--no-instructions", ...access, ...locale]);
  return openServer(folder, { port: await fixedPort(), settings });
}

/** Makes a standby that follows this server and can be promoted. */
export async function startStandby(
  primary: PostgresServer,
  name: string,
  port?: number,
): Promise<PostgresServer> {
  const folder = newFolder();
  const source = primary.url("postgres");
  const copy = [`--pgdata=${join(folder, "data")}`, `--dbname=${source}?application_name=${name}`];
  await runAs("pg_basebackup", [
    ...copy,
    "--write-recovery-conf",
    "--wal-method=stream",
    "--checkpoint=fast",
  ]);
  return openServer(folder, { port: port ?? (await fixedPort()), settings: { cluster_name: name } });
}

/** Makes the standby take writes. */
export async function promote(standby: PostgresServer): Promise<void> {
  await runAs("pg_ctl", ["promote", "--wait", `--pgdata=${join(standby.folder, "data")}`]);
}

/** A folder that belongs to that user. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-postgres-"));
  if (identity.uid !== undefined) chownSync(folder, identity.uid, NOBODY);
  return folder;
}

async function runAs(program: string, args: string[]): Promise<void> {
  await promisify(execFile)(join(postgresPrograms(), program), args, { ...identity, cwd: "/" });
}

type OpenServerOptions = { port: number; settings: { [name: string]: string } };

async function openServer(folder: string, { port, settings }: OpenServerOptions): Promise<PostgresServer> {
  const url = (database: string) =>
    `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
  const all = { port: String(port), listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const logFile = join(folder, "log");
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    // a file, since PostgreSQL stops in the middle of a commit when a pipe is full
    const log = openSync(logFile, "a");
    const child = spawn(join(postgresPrograms(), "postgres"), ["-D", join(folder, "data"), ...args], {
      ...identity,
      cwd: "/",
      stdio: ["ignore", "ignore", log],
    });
    closeSync(log);
    running = child;
    await untilItAnswers(url("postgres"), () => {
      if (child.exitCode !== null)
        throw new Error(`PostgreSQL does not start: ${readFileSync(logFile, "utf8").slice(-4_000)}`);
    });
  }

  async function stop(mode: "fast" | "immediate"): Promise<void> {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    running.kill(mode === "fast" ? "SIGINT" : "SIGQUIT");
    await ended;
  }

  await start();
  return {
    port,
    folder,
    url,
    start,
    stop,
    async run(sql, database = "postgres") {
      const client = new pg.Client({ connectionString: url(database) });
      await client.connect();
      try {
        const results = await client.query(sql);
        return [results].flat().at(-1)?.rows ?? [];
      } finally {
        await client.end();
      }
    },
    async remove() {
      await stop("immediate");
      if (running) await endProcess(running);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Retries, because PostgreSQL accepts connections only some time after its start. */
async function untilItAnswers(url: string, check: () => void): Promise<void> {
  for (;;) {
    check();
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (answers) return;
    await new Promise((again) => setTimeout(again, 50));
  }
}
