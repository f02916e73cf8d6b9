import { join } from "node:path";
import { record, type Saver } from "../../saver.ts";
import { addressOf, call, type Peer } from "./peer.ts";

const FOLDER = join(import.meta.dirname, "parse-server");
const APP = { "x-parse-application-id": "bench" };
const MASTER = { ...APP, "x-parse-master-key": "bench-master-key" };

/** Each client is a user, and only that user is in the access list of their row. */
export const parseServer: Peer = {
  name: "Parse Server 9.10.0 on PostgreSQL",
  caller: "session token",
  packageFolder: FOLDER,
  health: "/parse/health",
  command: ({ folder, database, port }) => ({
    args: [join(FOLDER, "node_modules/parse-server/bin/parse-server")],
    cwd: folder,
    env: {
      PORT: String(port),
      PARSE_SERVER_HOST: "127.0.0.1",
      PARSE_SERVER_URL: `http://127.0.0.1:${port}/parse`,
      PARSE_SERVER_APPLICATION_ID: "bench",
      PARSE_SERVER_MASTER_KEY: "bench-master-key",
      PARSE_SERVER_DATABASE_URI: addressOf(database),
      PARSE_SERVER_LOGS_FOLDER: "null",
      PARSE_SERVER_LOG_LEVEL: "error",
      SILENT: "1",
    },
  }),
  async makeSavers(url, count) {
    const fields = { owner: { type: "String" }, record: { type: "Object" } };
    await call(`${url}/parse/schemas/Record`, {
      headers: MASTER,
      body: { className: "Record", fields },
    });
    const savers: Saver[] = [];
    for (let client = 0; client < count; client++) savers.push(await addClient(url, `client-${client}`));
    return savers;
  },
  recordIn: (answer) => (answer as { record: unknown }).record,
};

type User = { objectId: string; sessionToken: string };

async function addClient(url: string, owner: string): Promise<Saver> {
  const password = `password of ${owner}`;
  const body = { username: owner, password };
  const user = (await call(`${url}/parse/users`, { headers: APP, body })) as User;
  const headers = { ...APP, "x-parse-session-token": user.sessionToken };
  const row = (await call(`${url}/parse/classes/Record`, {
    headers,
    body: {
      owner,
      record: JSON.parse(record(0)),
      ACL: { [user.objectId]: { read: true, write: true } },
    },
  })) as { objectId: string };
  return {
    method: "PUT",
    path: `/parse/classes/Record/${row.objectId}`,
    headers,
    body: (text) => `{"record":${text}}`,
  };
}
