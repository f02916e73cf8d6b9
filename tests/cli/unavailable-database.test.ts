import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../support/peers/postgres-server.ts";
import { commandLine } from "../support/service/command-line.ts";

const cli = commandLine();
let server: PostgresServer;
let env: { [name: string]: string };
beforeAll(async () => {
  server = await startPostgres();
  await server.run("create database firsthand");
  env = { DATABASE_URL: server.url("firsthand"), FIRSTHAND_SECRETS: join(cli.folder, "secrets.json") };
  await (await cli.open(env)).storage.close();
});
afterAll(async () => {
  await server.remove();
  cli.remove();
});

test.each([
  ["53100", "its disk is full. Free some space there."],
  ["58030", "its disk fails. Check the disk of its machine."],
  ["XX001", "it is damaged. Restore it from a backup."],
])("a command whose write fails with %s says what to do, and nothing is written", async (state, remedy) => {
  await server.run(
    `create or replace function fail() returns trigger language plpgsql as
      $$ begin raise exception 'broken' using errcode = '${state}'; end $$;
    create or replace trigger fail before insert on clients for each row execute function fail()`,
    "firsthand",
  );
  const { status, stdout, stderr } = await cli.firsthand(["client", "add", "Rosa"], env);
  expect([status, stdout, stderr]).toEqual([1, "", `The database is unavailable: ${remedy}\n`]);
  expect(await server.run("select client_id from clients", "firsthand")).toEqual([]);
});
