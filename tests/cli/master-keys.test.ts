import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readBack, written } from "../support/data/written.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

let cli: ReturnType<typeof commandLine>;
let rosa: AddedClient;
beforeEach(async () => {
  cli = commandLine();
  rosa = await cli.addClient("Rosa");
});
afterEach(() => cli.remove());

type Ring = { masterKeys: { [id: string]: string }; currentMasterKey: string };
const file = () => join(cli.data, "secrets.json");
const ring = () => JSON.parse(readFileSync(file(), "utf8")) as Ring;
const rotate = () => cli.facts<{ currentMasterKey: string; wrapped: number }>("secrets", "rotate-master");

test("a rotation wraps every data key again, and prints no secret", async () => {
  await cli.addClient("Ben");
  expect(await rotate()).toMatchObject({ currentMasterKey: "m2", wrapped: 3, earlier: ["m1"] });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  const { stdout } = await cli.firsthand(["secrets", "rotate-master"]);
  expect(stdout).toMatch(/^Master key m3 now wraps 3 data keys\. A running server uses it too\.\n/);
  expect(stdout).toContain("The keys beside earlier backups still need m1, m2.");
  for (const secret of Object.values(ring().masterKeys)) expect(stdout).not.toContain(secret.slice(0, 8));
});

test("a running server continues, reads earlier data and stores new data", async () => {
  const server = await cli.serve({ NODE_ENV: "production" });
  const exchanged = await fetch(`${server.url}/v1/auth/exchange`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: rosa.accessKey }),
  });
  const { data } = (await exchanged.json()) as { data: { accessToken: string } };
  const headers = { "content-type": "application/json", authorization: `Bearer ${data.accessToken}` };
  const address = `${server.url}/v1/onboarding`;
  const save = (text: string) =>
    fetch(address, { method: "PUT", headers, body: JSON.stringify({ data: written(text) }) });
  const load = async () => readBack(await (await fetch(address, { headers })).json());
  expect((await save("before")).status).toBe(200);
  await rotate();
  expect(await load()).toBe("before");
  expect((await save("after")).status).toBe(200);
  // added by a second process while the server runs, so it is wrapped with the new key
  await cli.facts<AddedClient>("client", "add", "Ben");
  expect((await cli.firsthand(["secrets", "drop-master", "m1", "--yes"])).status).toBe(0);
  await server.stop();
  const again = await cli.serve({ NODE_ENV: "production" });
  expect(await cli.facts("record", "export", rosa.clientId, "--format", "json")).toBeDefined();
  await again.stop();
});

describe("an earlier master key", () => {
  const drop = (id: string, ...more: string[]) =>
    cli.firsthand(["secrets", "drop-master", id, "--yes", ...more]);

  test("can be deleted once nothing needs it", async () => {
    await rotate();
    expect((await drop("m1")).stdout).toMatch(/^Master key m1 was deleted from .*secrets\.json\.\n/);
    expect(Object.keys(ring().masterKeys)).toEqual(["m2"]);
    expect(await cli.facts("client", "show", rosa.clientId)).toMatchObject({ clientName: "Rosa" });
  });

  test.each([
    ["m1", /^m1 is the current master key\. Run "firsthand secrets rotate-master" first\.\n$/],
    ["m9", /^There is no master key "m9"\. Available: m1\.\n$/],
    ["__proto__", /^There is no master key "__proto__"\./],
  ])("%s cannot be deleted, and the output says why", async (id, reason) => {
    const before = readFileSync(file(), "utf8");
    const { status, stdout, stderr } = await drop(id);
    expect(stderr).toMatch(reason);
    expect([status, stdout]).toEqual([1, ""]);
    expect(readFileSync(file(), "utf8")).toBe(before);
  });

  test("that still wraps a data key cannot be deleted; an interrupted rotation is run again", async () => {
    const secrets = ring();
    const halfDone = {
      ...secrets,
      masterKeys: { ...secrets.masterKeys, m2: Buffer.alloc(32, 3).toString("base64") },
    };
    writeFileSync(file(), JSON.stringify({ ...halfDone, currentMasterKey: "m2" }));
    const refused = await drop("m1");
    expect(refused.stderr).toMatch(/^Master key m1 still wraps 2 data keys\. .* Nothing was changed\.\n$/);
    expect(Object.keys(ring().masterKeys)).toEqual(["m1", "m2"]);
    expect(await rotate()).toMatchObject({ currentMasterKey: "m3", wrapped: 2 });
    expect((await drop("m1")).status).toBe(0);
  });

  test("is deleted only after a confirmation with its name", async () => {
    await rotate();
    const args = ["secrets", "drop-master", "m1"];
    const refused = await cli.answering(args, "yes\n");
    expect(refused.stderr).toContain("Every backup written before m1 was replaced needs this key");
    expect(refused.stderr).toContain("That isn't the id of the master key. Nothing was changed.");
    expect(refused.status).toBe(1);
    expect(Object.keys(ring().masterKeys)).toEqual(["m1", "m2"]);
    expect((await cli.answering(args, "m1\n")).status).toBe(0);
    expect(Object.keys(ring().masterKeys)).toEqual(["m2"]);
  });

  test("stays while backups in a given folder need it, and each is listed", async () => {
    const backups = join(cli.folder, "backups");
    mkdirSync(backups);
    writeFileSync(join(backups, "notes.txt"), "not a backup");
    await cli.facts("backup", join(backups, "monday.db"));
    await rotate();
    const refused = await drop("m1", "--backups", backups);
    expect(refused.stderr).toContain(
      `These still need master key m1:\n  ${backups}/firsthand.keys\n  ${backups}/monday.db\n`,
    );
    expect(refused.status).toBe(1);
    expect(Object.keys(ring().masterKeys)).toEqual(["m1", "m2"]);
    // a new backup updates the key file of its folder, but Monday's backup still needs m1
    await cli.facts("backup", join(backups, "tuesday.db"));
    expect((await drop("m1", "--backups", backups)).stderr).toContain("need master key m1:\n");
    rmSync(join(backups, "monday.db"));
    expect((await drop("m1", "--backups", backups)).status).toBe(0);
  });

  test("stays when a given folder cannot be read", async () => {
    await rotate();
    const refused = await drop("m1", "--backups", join(cli.folder, "nowhere"));
    expect(refused.stderr).toMatch(/nowhere cannot be read: .* Name a folder with backups\.\n$/);
    expect(refused.status).toBe(1);
    expect(Object.keys(ring().masterKeys)).toEqual(["m1", "m2"]);
  });
});
