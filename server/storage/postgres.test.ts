import { afterAll, beforeAll, describe } from "vitest";
import { openEmptied } from "../../tests/support/opened-database.ts";
import { type PostgresServer, startPostgres } from "../../tests/support/postgres-server.ts";
import { storageSuite } from "./storage.suite.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
  await server.run("create database suite");
});
afterAll(() => server.remove());

describe("on PostgreSQL,", () => storageSuite(() => openEmptied(server, "suite")));
