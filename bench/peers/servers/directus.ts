import { join } from "node:path";
import { record, type Saver } from "../../saver.ts";
import { type Command, call, type Peer, type Place } from "./peer.ts";
import { runToItsEnd } from "./running.ts";

const FOLDER = join(import.meta.dirname, "directus");
const ADMIN = { authorization: "Bearer bench-admin-token" };
const PASSWORD = "a password of the bench";
/** An address where no server listens, so that Directus sends no reports. */
const NOWHERE = "http://127.0.0.1:1";

/**
 * Each client is a user without a seat. Limiting a user to one row would need a license, so every user may change every
 * row. Directus keeps each change as a revision, which is its default.
 */
export const directus: Peer = {
  name: "Directus 12.4.1 on PostgreSQL",
  caller: "access token (JWT)",
  packageFolder: FOLDER,
  health: "/server/ping",
  command: (place) => commandOf("start", place),
  prepare: (place) => runToItsEnd(commandOf("bootstrap", place)),
  async makeSavers(url, count) {
    const fields = [
      { field: "id", type: "integer", meta: {}, schema: { is_primary_key: true, has_auto_increment: true } },
      { field: "owner", type: "string", meta: {}, schema: {} },
      { field: "record", type: "json", meta: { special: ["cast-json"] }, schema: {} },
    ];
    const asAdmin = async (path: string, body: object) =>
      (await call(`${url}${path}`, { headers: ADMIN, body })) as Made;
    await asAdmin("/collections", { collection: "records", schema: {}, meta: {}, fields });
    const permissions = ["create", "read", "update"].map((action) => ({
      collection: "records",
      action,
      fields: ["*"],
    }));
    const policy = await asAdmin("/policies", { name: "client", permissions });
    const role = await asAdmin("/roles", { name: "client", policies: [{ policy: policy.data.id }] });
    const savers: Saver[] = [];
    for (let client = 0; client < count; client++) {
      const email = `client-${client}@example.com`;
      await asAdmin("/users", { email, password: PASSWORD, role: role.data.id });
      savers.push(await addRow(url, email));
    }
    return savers;
  },
  recordIn: (answer) => (answer as { data: { record: unknown } }).data.record,
};

type Made = { data: { id: string } };
type SignedIn = { data: { access_token: string } };

async function addRow(url: string, email: string): Promise<Saver> {
  const credentials = { email, password: PASSWORD };
  const signedIn = (await call(`${url}/auth/login`, { body: credentials })) as SignedIn;
  const headers = { authorization: `Bearer ${signedIn.data.access_token}` };
  const row = (await call(`${url}/items/records`, {
    headers,
    body: { owner: email, record: JSON.parse(record(0)) },
  })) as Made;
  return {
    method: "PATCH",
    path: `/items/records/${row.data.id}`,
    headers,
    body: (text) => `{"record":${text}}`,
  };
}

/** Does not use Directus's own command, which first asks the registry for a newer version. */
function commandOf(command: "bootstrap" | "start", { folder, database, port }: Place): Command {
  return {
    args: [join(FOLDER, "node_modules/@directus/api/dist/cli/run.js"), command],
    cwd: folder,
    env: {
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SECRET: "a secret of the bench, long enough",
      ADMIN_EMAIL: "ada@example.com",
      ADMIN_PASSWORD: PASSWORD,
      ADMIN_TOKEN: "bench-admin-token",
      ACCESS_TOKEN_TTL: "1d",
      DB_CLIENT: "pg",
      DB_HOST: database.host,
      DB_PORT: String(database.port),
      DB_DATABASE: database.name,
      DB_USER: database.user,
      DB_PASSWORD: database.password,
      LOG_LEVEL: "error",
      // the limiter would refuse calls under full load, which is what the bench measures
      PRESSURE_LIMITER_ENABLED: "false",
      TELEMETRY: "false",
      TELEMETRY_URL: NOWHERE,
      COMPLIANCE_URL: NOWHERE,
    },
  };
}
