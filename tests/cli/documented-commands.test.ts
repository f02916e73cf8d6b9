import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TokenScope } from "#contract/api/scopes.ts";
import { generatedPages } from "../../scripts/docs/pages.ts";
import { addManager } from "../../server/managers/accounts.ts";
import { OPERATOR } from "../../server/managers/actor.ts";
import { addApiToken } from "../../server/managers/api-tokens.ts";
import { saveRecord } from "../../server/records/save-record.ts";
import { readConfig } from "../../server/settings/config.ts";
import type { Storage } from "../../server/storage/storage.ts";
import { blocksOf, commandsOf, pagesBut } from "../support/data/documented-commands.ts";
import { written } from "../support/data/written.ts";
import { type MailServer, mailServer } from "../support/peers/mail-server.ts";
import { startPostgres } from "../support/peers/postgres-server.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";
import { WITHOUT_RECORDING } from "../support/service/program.ts";
import { reader } from "../support/service/reader.ts";

/** Runs each command of the pages for operators and integrators, as a reader types it. */

const ROOT = join(import.meta.dirname, "../..");

/** Pages that are generated from the code, where the examples are checked, and pages for developers of Firsthand. */
const OTHER_PAGES = [
  ...Object.keys(generatedPages()),
  ...["capacity", "code-map", "dependencies", "design", "performance", "reliability", "testing"].map(
    (name) => `docs/${name}.md`,
  ),
];
const pages = pagesBut(OTHER_PAGES);

/** Commands that cannot run here, by the reason and the test that checks them instead. */
const notRun = {
  "installs a release on a machine: tests/cli/setup.test.ts and tests/cli/release.test.ts": [
    "sha256sum --check --ignore-missing SHA256SUMS",
    "tar xf firsthand-0.2.0-linux-x64.tar.gz && cd firsthand-0.2.0",
    "sudo ./firsthand setup --domain onboarding.example.com --email ops@example.com",
    "./firsthand setup --domain … --dry-run",
    'sudo firsthand setup --smtp-url smtps://hello@mail.example.com:465 --mail-from "Brightside <hello@example.com>"',
    "sudo firsthand setup --uninstall",
    "sudo ./firsthand setup",
  ],
  "needs systemd, a package of the system, a certificate or root": [
    "sudo certbot certonly --standalone -d onboarding.example.com",
    "sudo systemctl restart firsthand && sudo firsthand doctor",
    "journalctl -u firsthand",
    "sudo apt-get install chromium",
    "sudo env FIRSTHAND_DATA=/tmp/drill FIRSTHAND_SECRETS=/tmp/drill/secrets.json /opt/firsthand/firsthand client list",
    "sudo systemctl daemon-reload",
    "sudo systemctl disable --now firsthand-backup.timer",
    "sudo systemctl restart firsthand",
    "sudo chown 10001:10001 deploy/secrets/firsthand.json",
    "sudo chown -R firsthand:firsthand /var/lib/firsthand /var/lib/firsthand-secrets",
    "journalctl -u firsthand | grep 0b9f0a4e-2f0c-4d8e-9f52-6a1c3d1f7b11",
  ],
  "needs a cluster of databases: tests/fault/database-cluster.test.ts": [
    "sudo apt-get install etcd-server patroni postgresql-15",
    "sudo systemctl disable --now postgresql etcd",
    "sudo systemctl enable --now etcd",
    "sudo systemctl enable --now patroni",
    "psql -h <address> -U postgres -f create-role.sql",
    "sudo apt-get install pgbouncer haproxy",
  ],
  "needs a Docker engine: tests/deploy.test.ts": [
    "docker compose up -d --build",
    'docker compose exec firsthand firsthand manager add "Mia" --email mia@example.com --administrator',
    "docker compose build --build-arg WITH_CHROMIUM=yes",
    "docker compose build --pull --no-cache",
    "docker buildx imagetools inspect",
    "docker compose build",
    "docker compose up -d --no-deps --wait firsthand-1",
    "docker compose restart firsthand",
    "docker compose config",
    "docker compose stop firsthand",
    "docker compose run --rm firsthand restore --force firsthand-2026-11-28T03-00-00Z.db",
    "docker compose start firsthand",
  ],
  "needs a Kubernetes cluster: tests/deploy.test.ts": [
    "kubectl apply -f deploy/kubernetes/namespace.yaml",
    "kubectl -n firsthand create secret generic firsthand-secrets --from-file=secrets.json=deploy/secrets/firsthand.json",
    "kubectl -n firsthand create secret generic firsthand-database --from-file=url=<file with the postgres:// address and no line end>",
    "kubectl apply -f deploy/kubernetes/",
    'kubectl -n firsthand exec deploy/firsthand -- firsthand manager add "Mia" --email mia@example.com --administrator',
  ],
  "needs another machine: tests/cli/nightly-backups.test.ts has object storage": [
    "git clone <address of this repository> firsthand && cd firsthand",
    "git pull",
    "rclone copy /var/lib/firsthand/backups remote:firsthand-backups",
    "npx firsthand restore s3:NAME",
    "whisper-server -m ggml-base.en.bin --port 9000 --inference-path /v1/audio/transcriptions",
  ],
  "tests or builds the project: tests/docs.test.ts finds each script": [
    "npm test",
    "npm publish",
    "npm run build",
    "npm run release",
    "npm run sbom",
    "npm run test:long",
    "npm run test:long -- bare-root",
    "npm run test:long -- behind-proxies",
    "npm run test:long -- database-cluster",
    "npm run test:security",
    "npm run test:security -- hostile",
    "npm run vulnerabilities",
  ],
  "is the start of a receiver: tests/api/integration-recipes.test.ts": [
    "npm install standardwebhooks",
    "ADDRESS=https://onboarding.example.com TOKEN=fhm_… SECRET=whsec_… PORT=3000 node receiver.mjs",
  ],
  "is named without its arguments: tests/docs.test.ts finds each": [
    "firsthand backup",
    "firsthand client erase",
    "firsthand client export",
    "firsthand mcp",
    "firsthand migrate",
    "firsthand migrate --to",
    "firsthand secrets",
    "firsthand take retry",
    "npx firsthand manager add",
    "npx firsthand manager link",
    "npx firsthand restore",
  ],
};

const onPostgres = [
  'firsthand migrate --to "postgres://firsthand@db.example.com/firsthand"',
  "firsthand migrate --to /var/lib/firsthand",
  `psql "$DATABASE_URL" --command 'drop function firsthand_moved() cascade; delete from moving;'`,
  "pg_dump --data-only --inserts --on-conflict-do-nothing --table=erased_clients --file=erased.sql <old database>",
  "psql --file=erased.sql <restored database>",
];

/** Commands that fail as the page says, by exit status. */
const FAILS_AS_SAID = new Map([['curl -sS "$ADDRESS/v1/manage/clients"', 22]]);
/** Runs on a new machine, before the server's first start. */
const NEW_MACHINE = "npx firsthand restore /path/to/firsthand-2026-11-28T03-00-00Z.db";

/** Many programs start one after another. */
const BUSY = { timeout: 180_000 };

const tokenScopes: { [page: string]: TokenScope[] } = {
  "docs/api.md": ["clients:read", "clients:write", "keys:write", "answers:read", "answers:write"],
  "docs/integrations.md": ["clients:read", "answers:read"],
};

let cli: ReturnType<typeof commandLine>;
let mails: MailServer;
let stopServer: (() => Promise<unknown>) | undefined;
const filled = commandLine();
let rosa: AddedClient;
let interviewId: string;
beforeAll(async () => {
  mails = await mailServer();
  await fill();
});
beforeEach(() => {
  cli = commandLine();
  cpSync(filled.data, cli.data, { recursive: true });
});
afterEach(async () => {
  await stopServer?.();
  stopServer = undefined;
  cli.remove();
});
afterAll(async () => {
  await mails.close();
  filled.remove();
});

describe("the list of commands that are not run here", () => {
  const listed = [...Object.values(notRun).flat(), ...onPostgres, ...FAILS_AS_SAID.keys()];

  test("names only commands that are on a page", () => {
    const written = new Set(pages.flatMap(commandsOf).flat());
    expect(listed.filter((command) => !written.has(command))).toEqual([]);
  });

  test("names each command once, and existing tests", () => {
    expect(listed).toHaveLength(new Set(listed).size);
    const named = Object.keys(notRun).flatMap((why) => why.match(/tests\/[\w./-]+/g) ?? []);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

const elsewhere = new Set([...Object.values(notRun).flat(), ...onPostgres]);
const runHere = (page: string) =>
  commandsOf(page)
    .map((block) => block.filter((command) => !elsewhere.has(command)))
    .filter((block) => block.length > 0);

test.each(pages.filter((page) => runHere(page).length > 0))(
  "each command of %s works",
  BUSY,
  async (page) => {
    const blocks = runHere(page);
    const all = blocks.flat().join("\n");
    const env = {
      FIRSTHAND_DATA: cli.data,
      ...WITHOUT_RECORDING,
      ...(!all.includes("--format pdf") && { FIRSTHAND_CHROMIUM: "none" }),
      FIRSTHAND_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      FIRSTHAND_MAIL_FROM: "Acme <hello@acme.invalid>",
      ...(page === "docs/openid-connect.md" && OPENID),
      CLIENT_ID: rosa.clientId,
      TOKEN: await tokenFor(tokenScopes[page] ?? []),
      ADDRESS: all.includes("curl ") ? await startServer() : "",
    };
    const shell = reader(cli.folder, env);
    cpSync(join(ROOT, "deploy"), join(shell.work, "deploy"), { recursive: true });
    cpSync(join(ROOT, "examples"), join(shell.work, "examples"), { recursive: true });
    cpSync(dirname(VETERINARY), shell.work, { recursive: true });
    copyFileSync(VETERINARY, join(shell.work, "salon.yaml"));
    mkdirSync(join(cli.folder, "mnt"));
    const other = {
      FIRSTHAND_DATA: join(cli.folder, "new"),
      FIRSTHAND_SECRETS: join(cli.data, "secrets.json"),
    };

    const values = valuesAt(env.ADDRESS);
    for (const block of blocks) {
      const commands = block.map((command) => replaceAll(command, values));
      const { status, printed } = await shell.type(commands, block.includes(NEW_MACHINE) ? other : {});
      const expected = block.map((command) => FAILS_AS_SAID.get(command) ?? 0).find(Boolean) ?? 0;
      expect(status, `${block.join("\n")}\n${printed}`).toBe(expected);
      // a command that is not found inside $( ) does not make the block fail
      expect(printed).not.toMatch(/^\S*sh: .*not found$/m);
    }
  },
);

test(
  "a move to PostgreSQL and back, its reversal and the list of erased clients work as written",
  BUSY,
  async () => {
    const { clientId } = rosa;
    const server = await startPostgres();
    const [to, restored] = [server.url("firsthand"), server.url("restored")];
    const back = join(cli.folder, "back");
    const values = {
      "postgres://firsthand@db.example.com/firsthand": to,
      "/var/lib/firsthand": back,
      "<old database>": `"${to}"`,
      "<restored database>": `"${restored}"`,
    };
    const secrets = { FIRSTHAND_SECRETS: join(cli.data, "secrets.json") };
    const shell = reader(cli.folder, { FIRSTHAND_DATA: cli.data, ...secrets });
    const type = async (command = "", more: { [name: string]: string } = {}) => {
      const { status, printed } = await shell.type([replaceAll(command, values)], more);
      expect([command, status, printed]).toEqual([command, 0, expect.anything()]);
      return printed;
    };
    const onServer = { DATABASE_URL: to };
    const erasedIn = async (name: string) =>
      (await server.run("select client_id from erased_clients", name)).length;
    try {
      for (const name of ["firsthand", "restored"]) await server.run(`create database ${name}`);
      const [toPostgres, toSqlite, undo, dump, carryOver] = onPostgres;
      expect(await type(toPostgres)).toContain("Done. Every row was moved and compared.");
      expect(await type(toSqlite, onServer)).toContain("Done. Every row was moved and compared.");
      expect(await type("firsthand client list", { FIRSTHAND_DATA: back })).toContain(clientId);
      await type(undo, onServer);
      expect(await type("firsthand client list", onServer)).toContain(clientId);
      await type(`pg_dump ${values["<old database>"]} | psql ${values["<restored database>"]}`);
      await type(`firsthand client erase ${clientId} --yes`, onServer);
      expect([await erasedIn("firsthand"), await erasedIn("restored")]).toEqual([2, 1]);
      await type(dump);
      await type(carryOver);
      expect(await erasedIn("restored")).toBe(2);
    } finally {
      await server.remove();
    }
  },
);

test.each(pages.filter((page) => blocksOf(page, "ini").length > 0))(
  "the settings of %s are accepted",
  (page) => {
    for (const block of blocksOf(page, "ini")) {
      const lines = block.trim().replaceAll("…", "x").split("\n");
      const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
      expect(() => readConfig(env), block).not.toThrow();
    }
  },
);

const OPENID = {
  FIRSTHAND_OIDC_ISSUER: "https://id.example.com",
  FIRSTHAND_OIDC_CLIENT_ID: "firsthand",
  FIRSTHAND_OIDC_CLIENT_SECRET: "sk-secret",
};
const ADMIN = "admin@example.com";
const VETERINARY = join(ROOT, "examples/veterinary/interview.yaml");

/** A client with two revisions, one who was erased, an account, a second interview and a backup. */
async function fill(): Promise<void> {
  rosa = await filled.addClient("Rosa's Bakery");
  const gone = await filled.addClient("Gone");
  const { storage, book } = await filled.open();
  const at = Date.now();
  const { managerId } = await addAdministrator(storage, at);
  await storage.clients.change(rosa.clientId, { email: "rosa@bakery.example", managerId }, []);
  for (const content of ["Word of mouth", "Word of mouth, mostly"]) {
    const saving = { clientId: rosa.clientId, now: at, requestId: "r" };
    const unconditional = { expectedRevision: undefined, idempotencyKey: undefined };
    await saveRecord(storage, book.current(), { data: written(content) }, { ...saving, ...unconditional });
  }
  await storage.close();
  await filled.facts("client", "erase", gone.clientId, "--yes");
  const importing = ["interview", "import", VETERINARY, "--name", "Bakeries", "--publish"];
  ({ interviewId } = await filled.facts<{ interviewId: string }>(...importing));
  await filled.facts("backup", "now");
}

/** The values in this installation, by the placeholder on the pages. */
function valuesAt(address: string): { [written: string]: string } {
  const backups = join(cli.data, "backups");
  const [backup = ""] = readdirSync(backups).filter((name) => name.endsWith(".db"));
  return {
    "<clientId> 12": `${rosa.clientId} 1`,
    "<clientId>": rosa.clientId,
    "<keyId>": rosa.keyId,
    "<email>": ADMIN,
    iv_0123456789abcdef0123: interviewId,
    "firsthand-2026-11-28T03-00-00Z.db": backup,
    "/path/to/data": cli.data,
    "/path/to/secrets.json": join(cli.data, "secrets.json"),
    "/path/to": backups,
    "/tmp/drill": join(cli.folder, "drill"),
    "/mnt/backups": join(cli.folder, "mnt"),
    "https://onboarding.example.com": address,
  };
}

/** An administrator with a second factor, linked to an identity at the provider. */
async function addAdministrator(storage: Storage, at: number) {
  const account = { name: "Ada", email: ADMIN, role: "administrator" } as const;
  const added = await addManager(storage, account, { actor: OPERATOR, at });
  if (!added) throw new Error("The account was not made");
  const { managerId } = added;
  const issuer = `${OPENID.FIRSTHAND_OIDC_ISSUER}/`;
  await storage.identities.link({ issuer, subject: "ada", managerId, linkedAt: at }, []);
  await storage.secondFactors.begin(managerId, "JBSWY3DPEHPK3PXP");
  const right = { recoveryHash: undefined, periodOf: () => 1, waitMs: () => 0 };
  const by = { at, actor: managerId };
  await storage.secondFactors.confirm({ managerId, by, keptToken: "kept", ...right }, ["hash"]);
  return added;
}

async function tokenFor(scopes: TokenScope[]): Promise<string> {
  const { storage } = await cli.open();
  const manager = await storage.managers.findByEmail(ADMIN);
  const actor = { actor: manager?.managerId ?? "", at: Date.now() };
  const made = await addApiToken(storage, { name: "Pages", days: 30, scopes }, actor);
  await storage.close();
  return made?.token ?? "";
}

async function startServer(): Promise<string> {
  const { url, stop } = await cli.serve({ ...WITHOUT_RECORDING, NODE_ENV: "production" });
  stopServer = stop;
  return url;
}

/** Replaces in the order of the list, so the longer of two overlapping placeholders has to come first. */
function replaceAll(text: string, values: { [written: string]: string }): string {
  return Object.entries(values).reduce((before, [written, real]) => before.replaceAll(written, real), text);
}
