import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { filesWith } from "../support/data/canary-client.ts";
import { fullRecord } from "../support/data/full-record.ts";
import { commandLine } from "../support/service/command-line.ts";

/** Databases of earlier releases, put in place by `restore` and served. This needs the built browser app. */

const FIXTURES = join(import.meta.dirname, "../fixtures");
const ANSWER =
  Object.values(fullRecord()).flatMap((entry) => ("responses" in entry ? entry.responses : []))[0]?.content ??
  "";
const PATIENTLY = { timeout: 20_000 };

describe.each(readdirSync(FIXTURES))("a backup of release %s", (version) => {
  const inFixture = (name: string) => join(FIXTURES, version, name);
  let cli: ReturnType<typeof commandLine>;
  beforeEach(async () => {
    cli = commandLine();
    mkdirSync(cli.data);
    copyFileSync(inFixture("secrets.json"), join(cli.data, "secrets.json"));
    await cli.facts("restore", inFixture("firsthand.db"));
  });
  afterEach(() => cli.remove());

  const exported = async () => {
    const { clientId } = JSON.parse(readFileSync(inFixture("client.json"), "utf8"));
    return JSON.stringify(await cli.facts("record", "export", clientId, "--format", "json"));
  };

  test("is plain text in its files, and can still be read", async () => {
    expect(filesWith(cli.data, ANSWER)).not.toEqual([]);
    expect(await exported()).toContain(ANSWER);
  });

  test("is encrypted by the server that starts with it", async () => {
    const server = await cli.serve({ FIRSTHAND_ENCRYPTION: "on" });
    await expect.poll(() => filesWith(cli.data, ANSWER), PATIENTLY).toEqual([]);
    expect(await exported()).toContain(ANSWER);
    await server.stop();
  });

  test("is encrypted by a later start, if the first servers were killed", async () => {
    for (let kills = 0; kills < 3; kills++) await (await cli.serve()).stop("SIGKILL");
    const server = await cli.serve();
    await expect.poll(() => filesWith(cli.data, ANSWER), PATIENTLY).toEqual([]);
    expect(await exported()).toContain(ANSWER);
    await server.stop();
  });
});
