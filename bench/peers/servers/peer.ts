import type { Saver } from "../../saver.ts";

/** A server that saves records for clients, one of which each signs in as itself. */
export type Peer = {
  name: string;
  /** How its callers show who they are. */
  caller: string;
  /** The npm package that has it, where that is not ours. */
  packageFolder?: string;
  /** Of the path that answers 200 once it serves. */
  health: string;
  command: (place: Place) => Command;
  /** Once, before the first start. */
  prepare?: (place: Place) => Promise<void>;
  /** Runs once, with the server running: makes the schema and `count` clients, each with a separate row. */
  makeSavers: (url: string, count: number, place: Place) => Promise<Saver[]>;
  /** The part of what a saver reads back that holds what it saved; absent where nothing is stored. */
  recordIn?: (answer: unknown) => unknown;
};

/** Where one of them runs. */
export type Place = { folder: string; database: Database; port: number };

/** One of PostgreSQL's, empty at first. */
export type Database = { host: string; port: number; name: string; user: string; password: string };

export function addressOf({ host, port, name, user, password }: Database): string {
  return `postgres://${user}:${password}@${host}:${port}/${name}`;
}

export type Command = { args: string[]; cwd: string; env: NodeJS.ProcessEnv };

/** What the server answers to a request as JSON. Throws where it refuses. */
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
