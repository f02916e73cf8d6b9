import { afterEach, beforeEach, expect, test } from "vitest";
import type { ClientSelection } from "#contract/manage/clients.ts";
import { aClient, aKey, aListView, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";

/** Clients whom the server reminds, and clients whose reminders are left to their manager. */
export function remindersOffSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    for (const [clientId, keyId] of [
      ["cl_1", "KEY01"],
      ["cl_2", "KEY02"],
    ] as const)
      await storage.clients.add({ ...aClient(clientId), email: "a@c.example" }, aKey(keyId, clientId), []);
  });
  afterEach(() => storage.close());

  const turn = (getsReminders: boolean, clientId = "cl_1") =>
    storage.clients.change(clientId, { getsReminders }, []);
  const getsReminders = async (clientId: string) =>
    (await storage.clients.findManaged("all", clientId))?.getsReminders;
  const facts = async (clientId = "cl_1") => (await storage.mail.findReminderFacts(clientId))?.getsReminders;
  const needing = () => {
    const asked: ClientSelection = { search: "", filter: "needs-you", order: "name", direction: "up" };
    return storage.clients.listIds({ ...asked, scope: "all", view: aListView("mg_1", NOW + 9), limit: 9 });
  };

  test("reminders are on until they are turned off, and on again when they are turned on", async () => {
    expect([await getsReminders("cl_1"), await facts()]).toEqual([true, true]);
    await turn(false);
    expect([await getsReminders("cl_1"), await facts()]).toEqual([false, false]);
    expect([await getsReminders("cl_2"), await facts("cl_2")]).toEqual([true, true]);
    await storage.clients.change("cl_1", { name: "Rosa M." }, []);
    expect(await getsReminders("cl_1")).toBe(false);
    await turn(true);
    expect([await getsReminders("cl_1"), await facts()]).toEqual([true, true]);
  });

  test("a client can be added without reminders", async () => {
    await storage.clients.add({ ...aClient("cl_3"), getsReminders: false }, undefined, []);
    expect(await getsReminders("cl_3")).toBe(false);
  });

  test("a waiting mail knows whether its client still gets reminders", async () => {
    const mail = { kind: "not-started", clientId: "cl_1", at: NOW, round: 0, dedupeKey: "r1" } as const;
    await storage.mail.put([mail]);
    const [listed] = await storage.mail.list({ scope: "all", limit: 9 });
    const waiting = async () => (await storage.mail.findDue(listed?.mailId ?? ""))?.getsReminders;
    expect(await waiting()).toBe(true);
    await turn(false);
    expect(await waiting()).toBe(false);
  });

  test("a client who never came needs the manager at once, since no reminder will follow", async () => {
    expect(await needing()).toEqual([]);
    await turn(false);
    expect(await needing()).toEqual(["cl_1"]);
    await turn(true);
    expect(await needing()).toEqual([]);
  });

  test("and so does a client who came once and has stalled", async () => {
    const life = { createdAt: NOW, lastUsedAt: NOW, expiresAt: NOW + 99 };
    const session = { tokenHash: "t1", sessionId: "se_1", keyId: "KEY02", clientId: "cl_2", ...life };
    await storage.sessions.open(session, 20, []);
    expect(await needing()).toEqual([]);
    await turn(false, "cl_2");
    expect(await needing()).toEqual(["cl_2"]);
  });
}
