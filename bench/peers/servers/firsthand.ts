import { join } from "node:path";
import { addClients, clientSaver, signIn } from "../../save-load.ts";
import { record } from "../../saver.ts";
import { addressOf, call, type Peer, type Place } from "./peer.ts";

const ROOT = join(import.meta.dirname, "../../..");

export const firsthandOnSqlite = firsthand("SQLite", ({ folder }) => ({ FIRSTHAND_DATA: folder }));

export const firsthandOnPostgres = firsthand("PostgreSQL", ({ folder, database }) => ({
  FIRSTHAND_SECRETS: join(folder, "secrets.json"),
  DATABASE_URL: addressOf(database),
}));

/** Our server, measured like the others. As always, it encrypts and keeps every revision. */
function firsthand(engine: string, settings: (place: Place) => NodeJS.ProcessEnv): Peer {
  const environment = (place: Place) => ({
    ...settings(place),
    FIRSTHAND_RATE_SESSION: "0",
    FIRSTHAND_LOG_LEVEL: "warn",
    PORT: String(place.port),
    NODE_ENV: "production",
    // as npm start, the image and the systemd unit set it
    MALLOC_ARENA_MAX: "2",
  });
  return {
    name: `Firsthand on ${engine}`,
    caller: "session token",
    health: "/healthz",
    command: (place) => ({
      args: [join(ROOT, "bin/firsthand.js"), "serve"],
      cwd: ROOT,
      env: environment(place),
    }),
    async makeSavers(url, count, place) {
      const keys = await addClients(environment(place), count);
      const savers = (await signIn(url, keys)).map((token) => clientSaver(token));
      for (const { method, path, headers } of savers)
        await call(`${url}${path}`, { method, headers, body: JSON.parse(record(0)) });
      return savers;
    },
    // the answer is the whole record, of which a save in this bench names only a part
    recordIn: (answer) => answer,
  };
}
