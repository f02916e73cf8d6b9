import { afterEach, beforeEach, expect, test } from "vitest";
import type { StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import { isSealed } from "../sealing/seal.ts";
import { NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { ComposedChange } from "./settings.ts";

const anEvent = (more: Partial<StorageEvent> = {}): StorageEvent => ({
  at: NOW,
  kind: "settings.mail-server-changed",
  actor: "mg_1",
  ...more,
});

export function settingSuite(open: () => Promise<OpenedStorage>): void {
  let engine: Engine;
  let storage: Storage;
  beforeEach(async () => {
    ({ engine, storage } = await open());
  });
  afterEach(() => storage.close());

  const change = (values: ComposedChange["values"], version: number, events: StorageEvent[] = []) =>
    storage.settings.change({
      names: values.map(({ name }) => name),
      version,
      at: NOW + version,
      by: "mg_1",
      compose: () => ({ values, events }),
    });
  const valuesNow = async () =>
    Object.fromEntries([...(await storage.settings.list()).values()].map(({ name, value }) => [name, value]));
  const addManager = (managerId: string, role: "administrator" | "manager") =>
    storage.managers.add(
      { managerId, name: managerId, email: `${managerId}@acme.example`, role, createdAt: NOW },
      { managerId, tokenHash: `hash of ${managerId}`, createdAt: NOW, expiresAt: NOW + 1 },
      [],
    );

  test("before the first change nothing is stored, and the version is 0", async () => {
    expect([await storage.settings.version(), await valuesNow()]).toEqual([0, {}]);
  });

  test("each change gets the next version, whichever settings it changes", async () => {
    await change([{ name: "reminders", value: true }], 0);
    await change(
      [
        { name: "timeZone", value: "Europe/Lisbon" },
        { name: "stalledDays", value: 5 },
      ],
      1,
    );
    const stored = await storage.settings.list();
    expect(await storage.settings.version()).toBe(2);
    expect([...stored.values()].map(({ name, version }) => [name, version]).sort()).toEqual([
      ["reminders", 1],
      ["stalledDays", 2],
      ["timeZone", 2],
    ]);
    expect(stored.get("timeZone")).toEqual({
      name: "timeZone",
      value: "Europe/Lisbon",
      version: 2,
      changedAt: NOW + 1,
      changedBy: "mg_1",
    });
  });

  test("a change based on an older version of its settings changes nothing", async () => {
    await change([{ name: "reminders", value: true }], 0);
    await change([{ name: "stalledDays", value: 5 }], 0);
    const stale = [
      { name: "reminders", value: false },
      { name: "linkDays", value: 3 },
    ];
    expect(await change(stale, 0, [anEvent()])).toBe("changed");
    expect(await valuesNow()).toEqual({ reminders: true, stalledDays: 5 });
    expect(await storage.audit.listAll({ limit: 10 })).toEqual([]);
    // these settings have not been changed since
    expect(await change([{ name: "linkDays", value: 3 }], 0)).toBe("done");
  });

  test("of two simultaneous changes based on the same version, one is stored", async () => {
    const outcomes = await Promise.all([1, 2, 3].map((value) => change([{ name: "stalledDays", value }], 0)));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await storage.settings.version()).toBe(1);
  });

  test("a removed value keeps its version", async () => {
    await change([{ name: "reminders", value: true }], 0);
    await change([{ name: "reminders", value: undefined }], 1);
    expect(await valuesNow()).toEqual({ reminders: undefined });
    expect(await storage.settings.version()).toBe(2);
    expect(await change([{ name: "reminders", value: true }], 1)).toBe("changed");
  });

  test("values are encrypted, each for its own name", async () => {
    await change([{ name: "mailServer", value: { password: "a secret word" } }], 0);
    const rows = await engine.read((db) => db.selectFrom("settings").selectAll().execute());
    const [value] = rows.map((row) => row.value ?? new Uint8Array());
    expect(value && isSealed(value)).toBe(true);
    expect(Buffer.from(value ?? []).includes("secret word")).toBe(false);
    await engine.write(async (db) => {
      await db.updateTable("settings").set({ name: "mailFrom" }).execute();
    });
    await expect(storage.settings.list()).rejects.toThrow("damaged");
  });

  test("a refused change leaves everything unchanged", async () => {
    await change([{ name: "reminders", value: true }], 0);
    const refused = storage.settings.change({
      names: ["reminders"],
      version: 1,
      at: NOW,
      by: "mg_1",
      compose() {
        throw new Error("No");
      },
    });
    await expect(refused).rejects.toThrow("No");
    expect([await storage.settings.version(), await valuesNow()]).toEqual([1, { reminders: true }]);
  });

  test("a change is in the audit trail, and every administrator is mailed where requested", async () => {
    await addManager("mg_1", "administrator");
    await addManager("mg_2", "administrator");
    await addManager("mg_3", "manager");
    const detail = '{"name":"mailServer"}';
    const events = [anEvent({ isNotified: true, detail }), anEvent({ kind: "settings.changed" })];
    await change([{ name: "mailServer", value: {} }], 0, events);
    const mails = await storage.mail.list({ scope: "all", limit: 10 });
    expect(mails.map(({ kind, managerId }) => [kind, managerId]).sort()).toEqual([
      ["account-changed", "mg_1"],
      ["account-changed", "mg_2"],
    ]);
    const due = await storage.mail.findDue(mails[0]?.mailId ?? "");
    expect(due).toMatchObject({ act: "settings.mail-server-changed", aboutName: null, askedByName: "mg_1" });
    const [newest, before] = await storage.audit.listAll({ limit: 2 });
    expect(newest?.kind).toBe("settings.changed");
    expect(await storage.audit.find(before?.eventId ?? "")).toMatchObject({ actor: "mg_1", detail });
    expect(await storage.audit.find("no-such-event")).toBeUndefined();
  });
}
