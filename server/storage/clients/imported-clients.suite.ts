import { afterEach, beforeEach, expect, test } from "vitest";
import type { StorageEvent } from "../audit/events.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import { EXTERNAL_ID_TAKEN } from "./clients.ts";

/** The queries and changes of an import. */
export function importedClientSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.managers.add(aManager(), aLink(), []);
    const facts = { email: "ole@c.example", externalId: "A-1", tags: ["SEO"], managerId: "mg_1" };
    await storage.clients.add({ ...aClient(), name: "Café Olé", ...facts }, aKey(), []);
    await storage.clients.add({ ...aClient("cl_2"), name: "Ben" }, aKey("KEY02", "cl_2"), []);
  });
  afterEach(() => storage.close());

  const changed = (clientId: string): StorageEvent[] => [
    { at: NOW, kind: "client.changed", actor: "mg_1", clientId },
  ];
  const change = (clientId: string, facts: object, tags: string[] = []) => ({
    clientId,
    facts,
    tags,
    at: NOW,
    events: changed(clientId),
  });
  const find = (clientId: string) => storage.clients.findManaged("all", clientId);
  const matches = async (
    scope: "all" | { managerId: string },
    externalIds: string[],
    foldedNames: string[],
  ) =>
    (await storage.clients.listMatches(scope, { externalIds, foldedNames })).map(({ clientId }) => clientId);

  test("clients are found by external id or normalized name, each once, within the scope", async () => {
    expect(await matches("all", ["A-1", "A-2"], ["cafe ole", "nobody"])).toEqual(["cl_1"]);
    expect((await matches("all", ["A-1"], ["ben"])).toSorted()).toEqual(["cl_1", "cl_2"]);
    expect(await matches({ managerId: "mg_1" }, [], ["ben", "cafe ole"])).toEqual(["cl_1"]);
    expect(await matches("all", [], [])).toEqual([]);
    const many = Array.from({ length: 1_201 }, (_, place) => `name ${place}`);
    expect(await matches("all", many, [...many, "ben"])).toEqual(["cl_2"]);
  });

  test("several are changed at once, and one failure does not block the others", async () => {
    const outcomes = await storage.clients.changeMany([
      change("cl_2", { externalId: "A-1" }),
      change("cl_none", { name: "Nobody" }),
      change("cl_1", { name: "Café Olé II", dueOn: "2026-12-04" }, ["Website", "seo"]),
      change("cl_2", {}, ["New"]),
    ]);
    expect(outcomes).toEqual([EXTERNAL_ID_TAKEN, "gone", "done", "done"]);
    expect(await find("cl_1")).toMatchObject({
      name: "Café Olé II",
      dueOn: "2026-12-04",
      email: "ole@c.example",
      externalId: "A-1",
      tags: [{ name: "SEO" }, { name: "Website" }],
    });
    expect(await find("cl_2")).toMatchObject({ externalId: null, tags: [{ name: "New" }] });
    const kinds = async (clientId: string) => (await storage.audit.list(clientId)).map(({ kind }) => kind);
    expect(await kinds("cl_1")).toContain("client.changed");
    expect((await kinds("cl_2")).filter((kind) => kind === "client.changed")).toHaveLength(1);
  });

  test("a client with too many tags is reported, and keeps the other changes", async () => {
    const tags = Array.from({ length: 21 }, (_, place) => `Tag ${place}`);
    expect(await storage.clients.changeMany([change("cl_1", { contact: "Olivia" }, tags)])).toEqual([
      "too-many-tags",
    ]);
    expect(await find("cl_1")).toMatchObject({ contact: "Olivia", tags: [{ name: "SEO" }] });
  });
}
