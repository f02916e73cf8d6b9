import type { Saver } from "../../saver.ts";

/** A server that saves records for clients who each sign in. */
export type Peer = {
  name: string;
  /** How its callers authenticate. */
  caller: string;
  /** The folder with its npm package; absent for our own server and the bare ones. */
  packageFolder?: string;
  /** The path that answers 200 once the server is ready. */
  health: string;
  command: (place: Place) => Command;
  /** Runs once, before the first start. */
  prepare?: (place: Place) => Promise<void>;
  /** Runs once, with the server running: makes the schema and `count` clients, each with a separate row. */
  makeSavers: (url: string, count: number, place: Place) => Promise<Saver[]>;
  /** The saved record in the answer to a read; absent if the server stores nothing. */
  recordIn?: (answer: unknown) => unknown;
};

/** Where a server runs. */
export type Place = { folder: string; database: Database; port: number };

/** A PostgreSQL database, empty at first. */
export type Database = { host: string; port: number; name: string; user: string; password: string };

export function addressOf({ host, port, name, user, password }: Database): string {
  return `postgres://${user}:${password}@${host}:${port}/${name}`;
}

export type Command = { args: string[]; cwd: string; env: NodeJS.ProcessEnv };

/** Sends a JSON request and returns the answer. Throws if the server refuses. */
export async function call(
  address: string,
  { method = "POST", headers = {}, body }: { method?: string; headers?: HeadersInit; body?: unknown } = {},
): Promise<unknown> {
  const response = await fetch(address, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text.slice(0, 300)}`);
  return text === "" ? undefined : JSON.parse(text);
}
