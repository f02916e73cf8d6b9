import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { record, type Saver } from "../../saver.ts";
import { call, type Peer } from "./peer.ts";

const FOLDER = join(import.meta.dirname, "strapi");
const SECRET = "a secret of the bench";

/** Each client is a user. Limiting a user to one row would need custom code, so every user may change every row. */
export const strapi: Peer = {
  name: "Strapi 5.54.0 on PostgreSQL",
  caller: "user's token (JWT)",
  packageFolder: FOLDER,
  health: "/_health",
  command: ({ folder, database, port }) => ({
    args: [join(FOLDER, "node_modules/@strapi/strapi/bin/strapi.js"), "start"],
    cwd: FOLDER,
    env: {
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_FOLDER: join(folder, "public"),
      DATABASE_HOST: database.host,
      DATABASE_PORT: String(database.port),
      DATABASE_NAME: database.name,
      DATABASE_USERNAME: database.user,
      DATABASE_PASSWORD: database.password,
      BENCH_SECRET: SECRET,
      STRAPI_TELEMETRY_DISABLED: "true",
    },
  }),
  prepare: async ({ folder }) => {
    mkdirSync(join(folder, "public/uploads"), { recursive: true });
  },
  async makeSavers(url, count) {
    const savers: Saver[] = [];
    for (let client = 0; client < count; client++) savers.push(await addClient(url, `client-${client}`));
    return savers;
  },
  recordIn: (answer) => (answer as { data: { record: unknown } }).data.record,
};

async function addClient(url: string, owner: string): Promise<Saver> {
  const user = { username: owner, email: `${owner}@example.com`, password: `password of ${owner}` };
  const { jwt } = (await call(`${url}/api/auth/local/register`, { body: user })) as { jwt: string };
  const headers = { authorization: `Bearer ${jwt}` };
  const row = (await call(`${url}/api/records`, {
    headers,
    body: { data: { owner, record: JSON.parse(record(0)) } },
  })) as { data: { documentId: string } };
  return {
    method: "PUT",
    path: `/api/records/${row.data.documentId}`,
    headers,
    body: (text) => `{"data":{"record":${text}}}`,
  };
}
