import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Client } from "#contract/manage/clients.ts";
import { type CustomField, FIELD_TEXT_MAX_LENGTH, FIELDS_MAX, type Fields } from "#contract/manage/fields.ts";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

let service: Service;
let mia: ConsoleCaller;
let admin: ConsoleCaller;
let clientId: string;
beforeAll(async () => {
  service = await startService();
  mia = await consoleCaller(service);
  admin = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ clientId } = await signInClientOf(service, mia));
});
afterEach(async () => {
  for (const { fieldId } of await fields()) await admin.send("DELETE", `/fields/${fieldId}`);
});

const fields = async () => (await mia.read<Fields>("/fields")).fields;
const add = (name: string, kind: string, options?: string[]) =>
  admin.send<CustomField>("POST", "/fields", { name, kind, ...(options && { options }) });
const patch = (body: object, caller = mia) => caller.call("PATCH", `/clients/${clientId}`, body);
const client = () => mia.read<Client>(`/clients/${clientId}`);

describe("a field", () => {
  test("can be added, renamed and deleted only by an administrator, and read by every manager", async () => {
    await expectFailure(await mia.call("POST", "/fields", { name: "Plan", kind: "text" }), "FORBIDDEN");
    const plan = await add("  Plan ", "choice", ["Small", "Large"]);
    expect(await fields()).toEqual([{ ...plan, name: "Plan", options: ["Small", "Large"] }]);
    await expectFailure(await mia.call("PATCH", `/fields/${plan.fieldId}`, { name: "Tier" }), "FORBIDDEN");
    await expectFailure(await mia.call("DELETE", `/fields/${plan.fieldId}`), "FORBIDDEN");
    const changed = { name: "Tier", options: ["Small"] };
    expect(await admin.send("PATCH", `/fields/${plan.fieldId}`, changed)).toEqual({ ...plan, ...changed });
    expect((await admin.call("DELETE", `/fields/${plan.fieldId}`)).status).toBe(200);
    await expectFailure(await admin.call("DELETE", `/fields/${plan.fieldId}`), "NOT_FOUND");
    await expectFailure(await admin.call("PATCH", `/fields/${plan.fieldId}`, {}), "NOT_FOUND");
  });

  test("has a unique name, and their number is limited", async () => {
    await add("Plan", "text");
    await expectFailure(
      await admin.call("POST", "/fields", { name: "PLAN", kind: "date" }),
      "FIELD_NAME_TAKEN",
    );
    const tier = await add("Tier", "text");
    await expectFailure(
      await admin.call("PATCH", `/fields/${tier.fieldId}`, { name: "plan" }),
      "FIELD_NAME_TAKEN",
    );
    for (let n = 2; n < FIELDS_MAX; n++) await add(`Field ${n}`, "text");
    await expectFailure(
      await admin.call("POST", "/fields", { name: "More", kind: "text" }),
      "TOO_MANY_FIELDS",
    );
  });

  test.each([
    ["no name", { name: " ", kind: "text" }],
    ["an unknown kind", { name: "Plan", kind: "secret" }],
    ["a choice without options", { name: "Plan", kind: "choice" }],
    ["a text with options", { name: "Plan", kind: "text", options: ["A"] }],
    ["the same option twice", { name: "Plan", kind: "choice", options: ["A", "A"] }],
    ["a name that turns what follows around", { name: "Plan\u202e", kind: "text" }],
    ["something that the contract does not know", { name: "Plan", kind: "text", isSecret: true }],
  ])("with %s is refused", async (_, body) => {
    await expectFailure(await admin.call("POST", "/fields", body), "VALIDATION_ERROR");
    expect(await fields()).toEqual([]);
  });

  test("of kind text cannot get options later, and a choice cannot lose them", async () => {
    const text = await add("Ring", "text");
    const choice = await add("Plan", "choice", ["A"]);
    await expectFailure(
      await admin.call("PATCH", `/fields/${text.fieldId}`, { options: ["A"] }),
      "VALIDATION_ERROR",
    );
    await expectFailure(
      await admin.call("PATCH", `/fields/${choice.fieldId}`, { options: [] }),
      "VALIDATION_ERROR",
    );
  });
});

describe("a patch of a client", () => {
  test("changes the named fields, and null removes a value", async () => {
    const before = await client();
    expect((await patch({ phone: " +1 555 0100 ", website: "https://rosa.example/shop" })).status).toBe(200);
    expect(await client()).toMatchObject({
      name: before.name,
      email: before.email,
      phone: "+1 555 0100",
      website: "https://rosa.example/shop",
    });
    await patch({ phone: null, contact: "Rosa" });
    expect(await client()).toMatchObject({
      phone: null,
      contact: "Rosa",
      website: "https://rosa.example/shop",
    });
  });

  test("fills custom fields by their kind, and lists what has changed in the audit trail", async () => {
    const ring = await add("Ring", "text");
    const budget = await add("Budget", "number");
    const start = await add("Start", "date");
    const plan = await add("Plan", "choice", ["Small", "Large"]);
    const values = {
      [ring.fieldId]: "Twice",
      [budget.fieldId]: 1200.5,
      [start.fieldId]: "2026-12-01",
      [plan.fieldId]: "Large",
    };
    expect((await patch({ fields: values, tags: ["Website"] })).status).toBe(200);
    expect((await client()).fields).toEqual(values);
    expect((await client()).tags).toMatchObject([{ name: "Website" }]);
    const { kind, detail } = (await service.storage.audit.list(clientId))[0] ?? {};
    expect({ kind, detail }).toEqual({ kind: "client.changed", detail: "tags fields" });
    await patch({ fields: { [ring.fieldId]: null } });
    expect(Object.keys((await client()).fields)).toEqual([budget.fieldId, start.fieldId, plan.fieldId]);
  });

  test("that changes nothing leaves no line in the audit trail", async () => {
    const ring = await add("Ring", "text");
    await patch({ fields: { [ring.fieldId]: "Twice" }, phone: "555" });
    const events = await service.storage.audit.list(clientId);
    await patch({ fields: { [ring.fieldId]: "Twice" }, phone: "555" });
    expect(await service.storage.audit.list(clientId)).toEqual(events);
  });

  test("keeps an option that is no longer offered, and accepts no other unknown option", async () => {
    const plan = await add("Plan", "choice", ["Small", "Large"]);
    await patch({ fields: { [plan.fieldId]: "Large" } });
    await admin.send("PATCH", `/fields/${plan.fieldId}`, { options: ["Small"] });
    expect((await patch({ fields: { [plan.fieldId]: "Large" } })).status).toBe(200);
    expect((await client()).fields).toEqual({ [plan.fieldId]: "Large" });
    await expectFailure(await patch({ fields: { [plan.fieldId]: "Medium" } }), "VALIDATION_ERROR");
  });

  test("of another manager's client is answered as not found", async () => {
    const ben = await consoleCaller(service);
    await expectFailure(await patch({ phone: "555" }, ben), "NOT_FOUND");
  });

  test.each([
    ["text", "an empty text", ""],
    ["text", "a text that is too long", "x".repeat(FIELD_TEXT_MAX_LENGTH + 1)],
    ["text", "a number", 7],
    ["text", "half a character", "\ud83d"],
    ["number", "a text", "7"],
    ["number", "an empty text", ""],
    ["date", "a day that is not there", "2026-02-30"],
    ["date", "a word", "tomorrow"],
    ["date", "a number", 20_261_201],
    ["choice", "what is no option", "Medium"],
    ["choice", "a name that objects have", "__proto__"],
  ])("with a value that a %s cannot have is refused: %s", async (kind, _, value) => {
    const field = await add("Field", kind, kind === "choice" ? ["Small"] : undefined);
    await expectFailure(
      await patch({ fields: { [field.fieldId]: value }, phone: "555" }),
      "VALIDATION_ERROR",
    );
    expect(await client()).toMatchObject({ fields: {}, phone: null });
  });

  test.each([
    ["a website that is a script", { website: "javascript:alert(1)" }],
    ["a website that is no address", { website: "no address" }],
    ["a website with a password", { website: "https://user:pass@rosa.example" }],
    ["a website that is too long", { website: `${"x".repeat(600)}.example` }],
    ["a phone number that is too long", { phone: "5".repeat(51) }],
    ["a phone number that turns around", { phone: "\u202e555" }],
    ["no name", { name: null }],
    ["an unknown field", { fields: { fd_none: "x" } }],
    ["fields that are a text", { fields: "x" }],
    ["tags that are a text", { tags: "Website" }],
    ["too many tags", { tags: Array.from({ length: 21 }, (_, n) => `Tag ${n}`) }],
    ["something that the contract does not know", { salary: 1 }],
  ])("with %s is refused", async (_, body) => {
    await expectFailure(await patch(body), "VALIDATION_ERROR");
  });
});
