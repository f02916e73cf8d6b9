import { afterEach, beforeEach, expect, test } from "vitest";
import { type CustomField, FIELDS_MAX } from "#contract/manage/fields.ts";
import { TAGS_PER_CLIENT_MAX } from "#contract/manage/tags.ts";
import type { StorageEvent } from "../audit/events.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { ClientPatch } from "./clients.ts";

export function fieldSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.clients.add(aClient(), aKey(), []);
    await storage.clients.add(aClient("cl_2"), aKey("KEY02", "cl_2"), []);
  });
  afterEach(() => storage.close());

  const aField = (fieldId = "fd_1", more: Partial<CustomField> = {}): CustomField => ({
    fieldId,
    name: `Field ${fieldId}`,
    kind: "text",
    options: [],
    ...more,
  });
  const event: StorageEvent[] = [{ at: NOW, kind: "field.added", actor: "mg_1" }];
  const patch = (more: Partial<ClientPatch>) =>
    storage.clients.patch({ clientId: "cl_1", facts: {}, at: NOW, events: [], ...more });
  const values = (clientId = "cl_1") => storage.fields.listValues(clientId);

  async function addAll(): Promise<void> {
    await storage.fields.add(aField("fd_1", { name: "Ring" }), NOW, event);
    await storage.fields.add(aField("fd_2", { name: "Budget", kind: "number" }), NOW + 1, []);
    const choice = aField("fd_3", { name: "Plan", kind: "choice", options: ["A", "B"] });
    await storage.fields.add(choice, NOW + 2, []);
  }

  test("each kind of value is read as it was stored, and an empty one is absent", async () => {
    await addAll();
    const fields = [
      { fieldId: "fd_1", kind: "text", value: "Two rings\u0000👍" },
      { fieldId: "fd_2", kind: "number", value: -0.5 },
      { fieldId: "fd_3", kind: "choice", value: "B" },
    ] as const;
    expect(await patch({ fields, facts: { phone: "555", website: "rosa.example" } })).toBe("done");
    expect(await values()).toEqual({ fd_1: "Two rings\u0000👍", fd_2: -0.5, fd_3: "B" });
    expect(await values("cl_2")).toEqual({});
    expect(await storage.clients.findManaged("all", "cl_1")).toMatchObject({
      phone: "555",
      website: "rosa.example",
    });
    await patch({ fields: [{ fieldId: "fd_1", kind: "text", value: null }] });
    expect(await values()).toEqual({ fd_2: -0.5, fd_3: "B" });
  });

  test("a field can be renamed and get other options, and a value that is no longer offered stays", async () => {
    await addAll();
    await patch({ fields: [{ fieldId: "fd_3", kind: "choice", value: "B" }] });
    const changed = aField("fd_3", { name: "Tier", kind: "choice", options: ["A"] });
    expect(await storage.fields.change(changed, event)).toBe("done");
    expect((await storage.fields.list())[2]).toEqual(changed);
    expect(await values()).toEqual({ fd_3: "B" });
    expect(await storage.fields.change(aField("fd_9"), [])).toBe("gone");
  });

  test("no two fields have the same name, whatever its case", async () => {
    await addAll();
    expect(await storage.fields.add(aField("fd_4", { name: "BUDGET" }), NOW, event)).toBe("name-taken");
    expect(await storage.fields.change(aField("fd_1", { name: "budget" }), event)).toBe("name-taken");
    expect(await storage.fields.change(aField("fd_1", { name: "RING" }), [])).toBe("done");
  });

  test("the number of fields is limited", async () => {
    for (let n = 0; n < FIELDS_MAX; n++)
      expect(await storage.fields.add(aField(`fd_${n}`), NOW, [])).toBe("done");
    expect(await storage.fields.add(aField("fd_more"), NOW, event)).toBe("full");
  });

  test("a deleted field removes all of its values, and a new value for it is ignored", async () => {
    await addAll();
    const ring = { fieldId: "fd_1", kind: "text", value: "Ring twice" } as const;
    await patch({ fields: [ring] });
    await patch({ fields: [ring], clientId: "cl_2" });
    expect(await storage.fields.drop("fd_1", event)).toBe(true);
    expect(await storage.fields.drop("fd_1", event)).toBe(false);
    expect([await values(), await values("cl_2")]).toEqual([{}, {}]);
    expect(await patch({ fields: [ring] })).toBe("done");
    expect(await values()).toEqual({});
  });

  test("a patch is written completely or not at all", async () => {
    await addAll();
    const tags = Array.from({ length: TAGS_PER_CLIENT_MAX + 1 }, (_, n) => `Tag ${n}`);
    const fields = [{ fieldId: "fd_1", kind: "text", value: "Ring twice" }] as const;
    expect(await patch({ tags, fields, facts: { phone: "555" }, events: event })).toBe("too-many-tags");
    expect(await values()).toEqual({});
    expect(await storage.tags.list("all")).toEqual([]);
    expect(await storage.clients.findManaged("all", "cl_1")).toMatchObject({ phone: null, tags: [] });
    expect(await patch({ clientId: "cl_9" })).toBe("gone");
  });

  test("a client has exactly the tags of a patch", async () => {
    await patch({ tags: ["Website", "SEO"] });
    await patch({ tags: ["website", "Ads"] });
    const { tags } = (await storage.clients.findManaged("all", "cl_1")) ?? {};
    expect(tags?.map(({ name }) => name)).toEqual(["Ads", "Website"]);
    await patch({ tags: [] });
    expect(await storage.clients.findManaged("all", "cl_1")).toMatchObject({ tags: [] });
  });

  test("the values of many clients are read at once, for those who have any", async () => {
    await addAll();
    await patch({ fields: [{ fieldId: "fd_1", kind: "text", value: "Ring twice" }] });
    await patch({ clientId: "cl_2", fields: [{ fieldId: "fd_2", kind: "number", value: 7 }] });
    const found = await storage.fields.listValuesOf(["cl_1", "cl_2", "cl_9"]);
    expect([...found].toSorted()).toEqual([
      ["cl_1", { fd_1: "Ring twice" }],
      ["cl_2", { fd_2: 7 }],
    ]);
    expect(await storage.fields.listValuesOf([])).toEqual(new Map());
  });

  test("values go with their client", async () => {
    await addAll();
    await patch({ fields: [{ fieldId: "fd_1", kind: "text", value: "Ring twice" }] });
    await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    expect(await storage.erasing.forgetClient("cl_1")).toBe(false);
    expect(await storage.erasing.dropPieceOfRecord("cl_1")).toBe(true);
    expect(await storage.erasing.dropPieceOfRecord("cl_1")).toBe(false);
    expect(await storage.erasing.forgetClient("cl_1")).toBe(true);
  });
}
