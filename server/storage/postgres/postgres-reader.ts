import type { ReaderConnection } from "../engine/engine.ts";
import type { DatabaseHost } from "./database-url.ts";
import { openHosts } from "./postgres-hosts.ts";
import { holds, kyselyOn } from "./postgres-kysely.ts";

/** A separate connection to an open database, for a thread that only reads. */
export function openPostgresReader(addresses: DatabaseHost[]): ReaderConnection {
  const db = kyselyOn(openHosts(addresses, { connections: 1, isReadOnly: true }));
  return { db, holds, close: () => db.destroy() };
}
