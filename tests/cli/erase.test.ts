import { copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../server/settings/config.ts";
import { addCanaryClient, CANARY, filesWith } from "../support/data/canary-client.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

let cli: ReturnType<typeof commandLine>;
let rosa: AddedClient;
let canary: Awaited<ReturnType<typeof addCanaryClient>>;
beforeEach(async () => {
  cli = commandLine();
  rosa = await cli.addClient("Rosa");
  const installation = await cli.open();
  canary = await addCanaryClient(installation, readConfig({ FIRSTHAND_DATA: cli.data }));
  await installation.storage.close();
});
afterEach(() => cli.remove());

const NAME = `${CANARY} Bakery`;
const listed = async () =>
  (await cli.facts<AddedClient[]>("client", "list")).map(({ clientName }) => clientName);
const erase = (typed: string) => cli.answering(["client", "erase", canary.clientId], typed);

describe("client erase", () => {
  test("asks for the name, and erases when it is typed", async () => {
    const { status, stdout, stderr } = await erase(`${NAME}\n`);
    expect(stderr).toBe(
      `This erases everything about ${NAME}. You can't undo it.\nType the client's name to erase this client: `,
    );
    expect(stdout).toBe(
      `Erased: ${NAME} (${canary.clientId})\nOlder backups, and databases set aside by a restore, still contain this client. Delete them, or let them expire.\nIf you restore a backup here, the client stays erased.\n`,
    );
    expect(status).toBe(0);
    expect(await listed()).toEqual(["Rosa"]);
    expect(filesWith(cli.data)).toEqual([]);
  });

  test.each([
    ["another name is typed", "Rosa\n"],
    ["nothing is typed", "\n"],
    ["nobody is there to type", ""],
  ])("erases nothing when %s", async (_what, typed) => {
    const { status, stdout, stderr } = await erase(typed);
    expect(stderr).toMatch(/That isn't the client's name\. Nothing was erased\.\n$/);
    expect([status, stdout]).toEqual([1, ""]);
    expect(await listed()).toEqual([NAME, "Rosa"]);
    expect(existsSync(join(cli.data, "erased"))).toBe(false);
  });

  test("with --yes does not ask, and prints facts as JSON", async () => {
    expect(await cli.facts("client", "erase", canary.clientId, "--yes")).toEqual({
      clientId: canary.clientId,
      clientName: NAME,
      isFinished: true,
      warnings: [
        expect.stringMatching(/^Older backups/),
        expect.stringMatching(/^If you restore a backup here/),
      ],
    });
    const { status, stderr } = await cli.firsthand(["client", "erase", canary.clientId, "--yes"]);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^There is no client cl_/)]);
  });

  test("works beside a running server, which has no data of the client afterwards", async () => {
    const server = await cli.serve({ FIRSTHAND_LOG_LEVEL: "trace" });
    const headers = { "content-type": "application/json" };
    const exchange = ({ accessKey: key, pin }: { accessKey: string; pin?: string | undefined }) =>
      fetch(`${server.url}/v1/auth/exchange`, {
        method: "POST",
        headers,
        body: JSON.stringify({ key, pin }),
      });
    expect((await exchange(canary)).status).toBe(200);
    await cli.facts("client", "erase", canary.clientId, "--yes");
    expect((await exchange(canary)).status).toBe(401);
    expect(filesWith(cli.data)).toEqual([]);
    expect((await exchange(rosa)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(server.output()).not.toContain(CANARY);
    expect(filesWith(cli.data)).toEqual([]);
  });
});

describe("a backup made before the erasing", () => {
  test("still has the client, but restoring it does not bring them back", async () => {
    const backup = join(cli.folder, "backup.db");
    await cli.facts("backup", backup);
    await cli.facts("client", "erase", canary.clientId, "--yes");
    expect(readFileSync(backup).includes(CANARY)).toBe(true);
    const restored = await cli.firsthand(["restore", backup, "--force"]);
    expect(restored.stdout).toContain(`Erased again: 1 client that ${join(cli.data, "erased")} names.\n`);
    expect(await listed()).toEqual(["Rosa"]);
    expect(readFileSync(join(cli.data, "firsthand.db")).includes(CANARY)).toBe(false);
    expect(filesWith(cli.data).filter((line) => !line.includes("before-restore"))).toEqual([]);
  });

  test("put in place by hand as a plain copy does not bring them back either: the next start erases them again", async () => {
    const copy = join(cli.folder, "copy.db");
    copyFileSync(join(cli.data, "firsthand.db"), copy);
    await cli.facts("client", "erase", canary.clientId, "--yes");
    copyFileSync(copy, join(cli.data, "firsthand.db"));
    const server = await cli.serve();
    expect(await listed()).toEqual(["Rosa"]);
    await expect.poll(() => filesWith(cli.data)).toEqual([]);
    await server.stop();
  });

  test("brings a client back who is removed from the list", async () => {
    const backup = join(cli.folder, "backup.db");
    await cli.facts("backup", backup);
    await cli.facts("client", "erase", canary.clientId, "--yes");
    rmSync(join(cli.data, "erased"));
    expect(await cli.facts("restore", backup, "--force")).toMatchObject({ erasedAgain: 0, clients: 2 });
    expect(await listed()).toEqual([NAME, "Rosa"]);
  });
});
