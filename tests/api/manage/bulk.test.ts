import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from "#contract/instants.ts";
import type { BulkAct, BulkJob, BulkRequest } from "#contract/manage/bulk.ts";
import type { AddedClient, Client, ClientList } from "#contract/manage/clients.ts";
import type { InvitationPreview } from "#contract/manage/invitations.ts";
import { bulkJobs } from "../../../server/bulk/bulk-jobs.ts";
import { sweepErasures } from "../../../server/clients/erase-client.ts";
import { runMaintenance } from "../../../server/housekeeping.ts";
import { createWorker, type Worker } from "../../../server/jobs/worker.ts";
import { aSave } from "../../../server/storage/storage.suite.ts";
import { auditTrail } from "../../support/data/audit-trail.ts";
import { CONSOLE, type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { type MailServer, mailServer, PASSWORD, USER } from "../../support/peers/mail-server.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

const HELD_MS = 21_000;
const MAILED_KEY = /#key=(fh_[0-9A-Z_]+)/;

let server: MailServer;
let service: Service;
let worker: Worker;
let manager: ConsoleCaller;
let admin: ConsoleCaller;
/** How often the server was asked to finish erasing. */
let erasures = 0;
beforeAll(async () => {
  server = await mailServer();
  service = await startService({
    env: {
      FIRSTHAND_SMTP_URL: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${server.port}`,
      FIRSTHAND_MAIL_FROM: "Acme <hello@acme.example>",
      FIRSTHAND_PROVIDER_NAME: "Acme",
    },
  });
  worker = workerOf(true);
});
afterAll(async () => {
  await worker.stop();
  await service.mail.worker.stop();
  await service.close();
  await server.close();
  expect(server.problems).toEqual([]);
});
beforeEach(async () => {
  // new sessions, because they expire while tests move the clock
  manager = await consoleCaller(service);
  admin = await consoleCaller(service, "administrator");
  server.taken.length = 0;
});

function workerOf(isMailOn: boolean): Worker {
  const { storage, app, mail } = service;
  const clock = () => service.time.now;
  const kinds = bulkJobs({
    storage,
    book: service.book,
    isMailOn: () => isMailOn,
    wakeMail: mail.worker.wake,
    endErasures: () => void erasures++,
    clock,
  });
  const times = { pollMs: 10, leaseMs: 30_000, finishMs: 1_000 };
  const made = createWorker({ storage, kinds, atOnce: 1, clock, logger: app.log, times });
  made.wake();
  return made;
}

let added = 0;
async function addClient(facts: object = {}, caller = manager): Promise<string> {
  const number = ++added;
  const body = { name: `Client ${number}`, email: `c${number}@client.example`, withKey: false, ...facts };
  return (await caller.send<AddedClient>("POST", "/clients", body)).clientId;
}
const addClients = (count: number) => Promise.all(Array.from({ length: count }, () => addClient()));
const startOn = (act: BulkAct, ids: string[], caller = manager) =>
  caller.send<{ bulkId: string; total: number }>("POST", "/bulk", { act, on: { ids } });
const find = (bulkId: string, caller = manager) => caller.read<BulkJob>(`/bulk/${bulkId}`);
const client = (clientId: string, caller = manager) => caller.read<Client>(`/clients/${clientId}`);
const over = (bulkId: string, caller = manager) =>
  vi.waitFor(
    async () => {
      const bulk = await find(bulkId, caller);
      if (bulk.state === "running" || bulk.total > bulk.done + bulk.skipped) throw new Error(bulk.state);
      return bulk;
    },
    { timeout: 10_000, interval: 10 },
  );
const act = async (what: BulkAct, ids: string[], caller = manager) =>
  over((await startOn(what, ids, caller)).bulkId, caller);
/** Undoes the action, and waits until nothing of it is left. */
async function undo(bulkId: string): Promise<BulkJob> {
  await manager.send("POST", `/bulk/${bulkId}/undo`);
  return vi.waitFor(
    async () => {
      const bulk = await find(bulkId);
      if (bulk.done > 0) throw new Error("still undoing");
      return bulk;
    },
    { timeout: 10_000, interval: 10 },
  );
}
/** Moves the clock until held mails are due, and waits until they are sent. */
async function mailsAfter(ms: number, count: number): Promise<void> {
  service.time.now += ms;
  service.mail.worker.wake();
  await expect.poll(() => server.taken.length, { timeout: 10_000 }).toBe(count);
}

describe("erasing", () => {
  const ERASE_HELD_MS = 60_000;
  const erase = (count: number, on: BulkRequest["on"], caller = admin) =>
    caller.call("POST", "/bulk", { act: { action: "erase", count }, on });

  test("removes clients permanently after a minute, and cannot be undone", async () => {
    const ids = await addClients(2);
    const { bulkId, total } = await startOn({ action: "erase", count: 2 }, ids, admin);
    expect(total).toBe(2);
    expect(await find(bulkId, admin)).toMatchObject({ state: "running", total: 2, done: 0, undoUntil: null });
    const before = erasures;
    service.time.now += ERASE_HELD_MS;
    expect(await over(bulkId, admin)).toMatchObject({ action: "erase", state: "done", total: 2, done: 2 });
    await expect.poll(() => erasures).toBeGreaterThan(before);
    for (const clientId of ids)
      await expectFailure(await admin.call("GET", `/clients/${clientId}`), "NOT_FOUND");
    await expectFailure(await admin.call("POST", `/bulk/${bulkId}/undo`), "UNDO_OVER");
    // also when nothing is left of the erased clients
    await sweepErasures(service, service.time.now);
    expect(await find(bulkId, admin)).toMatchObject({ total: 2, done: 2, skipped: 0 });
  });

  test("that is stopped within the minute erases no client", async () => {
    const [clientId = ""] = await addClients(1);
    const { bulkId } = await startOn({ action: "erase", count: 1 }, [clientId], admin);
    await admin.send("POST", `/bulk/${bulkId}/stop`);
    await vi.waitFor(async () => {
      const stored = await service.storage.bulk.find(admin.managerId, bulkId);
      if (stored?.endedAt == null) throw new Error("not over yet");
    });
    service.time.now += ERASE_HELD_MS;
    expect(await find(bulkId, admin)).toMatchObject({ state: "stopped", done: 0 });
    expect(await client(clientId)).toMatchObject({ clientId });
  });

  test("is only for administrators", async () => {
    const ids = await addClients(1);
    await expectFailure(await erase(1, { ids }, manager), "FORBIDDEN");
    expect(await client(ids[0] ?? "")).toMatchObject({ clientId: ids[0] });
  });

  test.each([0, 1, 3, -1, 1.5, "2", null])("with a count of %j for two clients is refused", async (count) => {
    const ids = await addClients(2);
    const { details } = await expectFailure(await erase(count as number, { ids }), "VALIDATION_ERROR");
    expect(details).toEqual([expect.objectContaining({ path: "act.count" })]);
  });
});

describe("an invitation", () => {
  test("goes to one client, with a link that signs in one browser, and the manager's own words", async () => {
    const clientId = await addClient({ name: "Rosa's Bakery", contact: "Rosa", dueOn: "2026-12-01" });
    const words = "Nice to meet you <b>Rosa</b> & team!\nSee http://evil.example/";
    expect(await act({ action: "invite", words, dueOn: "2026-12-04" }, [clientId])).toMatchObject({
      action: "invite",
      state: "done",
      total: 1,
      done: 1,
      skipped: 0,
    });
    expect(await client(clientId)).toMatchObject({ state: "invited", dueOn: "2026-12-04" });
    expect(server.taken).toEqual([]);
    await mailsAfter(HELD_MS, 1);
    const { mail, to } = server.onlyMail();
    expect(to).toEqual([(await client(clientId)).email]);
    expect(mail.text).toContain(words);
    expect(mail.html).toContain("Nice to meet you &lt;b&gt;Rosa&lt;/b&gt; &amp; team!");
    expect(mail.html).not.toContain("<b>Rosa");
    expect(mail.text).toContain("Friday, December 4");
    const key = MAILED_KEY.exec(mail.text ?? "")?.[1] ?? "";
    const press = () => service.call("POST", "/v1/auth/exchange", { body: { key } });
    expect(await (await press()).json()).toMatchObject({ data: { clientId } });
    expect(await (await press()).json()).toMatchObject({ code: "LINK_USED" });
    expect(await client(clientId)).toMatchObject({ state: "opened" });
  });

  test("speaks the client's language", async () => {
    const ids = [await addClient({ language: "es" }), await addClient({ language: "en" })];
    await act({ action: "invite" }, ids);
    await mailsAfter(HELD_MS, 2);
    expect(server.taken.map(({ mail }) => mail.text?.includes("Hi "))).toEqual([false, true]);
    expect(server.taken[0]?.mail.text).toMatch(/Hola/);
  });

  test("goes to many clients one by one, and says for the others why not", async () => {
    const done = await addClient();
    await service.storage.records.save(
      aSave("a", { clientId: done, at: service.time.now, submissionId: done, isMailed: false }),
    );
    const noAddress = await addClient({ email: null });
    const fine = await addClients(3);
    const bulk = await act({ action: "invite" }, [done, ...fine, noAddress]);
    expect(bulk).toMatchObject({ total: 5, done: 3, skipped: 2, causes: { submitted: 1, "no-address": 1 } });
    expect(bulk.skippedClients.map(({ clientId, cause }) => [clientId, cause])).toEqual([
      [done, "submitted"],
      [noAddress, "no-address"],
    ]);
    await mailsAfter(HELD_MS, 3);
    expect(new Set(server.recipients()).size).toBe(3);
  });

  test("goes again once the first one is sent, and not before", async () => {
    const clientId = await addClient();
    await act({ action: "invite" }, [clientId]);
    expect(await act({ action: "invite" }, [clientId])).toMatchObject({ causes: { waiting: 1 } });
    await mailsAfter(HELD_MS, 1);
    await expect
      .poll(async () => (await act({ action: "invite" }, [clientId])).done, { timeout: 10_000 })
      .toBe(1);
    await mailsAfter(HELD_MS, 2);
    const [first, second] = server.taken.map(({ mail }) => MAILED_KEY.exec(mail.text ?? "")?.[1]);
    expect(first).not.toBe(second);
  });

  test("waits until the chosen time, and can be undone until then", async () => {
    const clientId = await addClient();
    const sendAt = isoOf(service.time.now + 3 * HOUR_MS);
    const { bulkId } = await act({ action: "invite", sendAt }, [clientId]);
    service.time.now += HOUR_MS;
    expect(await undo(bulkId)).toMatchObject({ state: "undone", undoUntil: null });
    expect(await client(clientId)).toMatchObject({ state: "not-invited" });
    service.time.now += 3 * HOUR_MS;
    await act({ action: "invite", sendAt: isoOf(service.time.now + HOUR_MS) }, [clientId]);
    await mailsAfter(HELD_MS, 0);
    await mailsAfter(HOUR_MS, 1);
  });

  test("can be tested by mails to the manager, twenty an hour", async () => {
    const clientId = await addClient();
    const tryIt = (by = manager) =>
      by.call("POST", `/clients/${clientId}/invitation/test`, { words: "Hello" });
    for (let sent = 0; sent < 20; sent++) expect((await tryIt()).status).toBe(200);
    const refused = await tryIt();
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    await expectFailure(refused, "RATE_LIMITED");
    expect((await tryIt(admin)).status).toBe(200);
    await mailsAfter(0, 21);
    expect(new Set(server.recipients())).toEqual(new Set([manager.email, admin.email]));
  });

  test("cannot wait longer than a mail may", async () => {
    const on = { ids: [await addClient()] };
    const sendAt = isoOf(service.time.now + 73 * HOUR_MS);
    const response = await manager.call("POST", "/bulk", { act: { action: "invite", sendAt }, on });
    await expectFailure(response, "VALIDATION_ERROR");
  });

  test("is taken back with its due date within twenty seconds, and not once it is sent", async () => {
    const clientId = await addClient({ dueOn: "2026-12-01" });
    const first = await act({ action: "invite", dueOn: "2026-12-24" }, [clientId]);
    await undo(first.bulkId);
    expect(await client(clientId)).toMatchObject({ state: "not-invited", dueOn: "2026-12-01" });
    const { bulkId } = await act({ action: "invite" }, [clientId]);
    await mailsAfter(HELD_MS, 1);
    await expectFailure(await manager.call("POST", `/bulk/${bulkId}/undo`), "UNDO_OVER");
    expect(await client(clientId)).toMatchObject({ state: "invited" });
  });

  test("turns reminders off for its recipients, and undoing it turns them on again", async () => {
    const noAddress = await addClient({ email: null });
    const ids = [...(await addClients(2)), noAddress];
    const remindersOf = () =>
      Promise.all(ids.map(async (clientId) => (await client(clientId)).getsReminders));
    const { bulkId } = await act({ action: "invite", getsReminders: false }, ids);
    expect(await remindersOf()).toEqual([false, false, true]);
    await undo(bulkId);
    expect(await remindersOf()).toEqual([true, true, true]);
    await act({ action: "invite", getsReminders: false }, ids);
    await mailsAfter(HELD_MS, 2);
    expect(await remindersOf()).toEqual([false, false, true]);
  });

  test("can be previewed before it is sent, and its test mail signs no one in", async () => {
    const clientId = await addClient({ contact: "Rosa", language: "es" });
    const path = `/clients/${clientId}/invitation`;
    const body = { words: "<script>alert(1)</script>", dueOn: "2026-12-04" };
    const seen = await manager.send<InvitationPreview>("POST", `${path}/preview`, body);
    expect(seen).toMatchObject({
      from: { email: "hello@acme.example" },
      to: { name: "Rosa" },
      replyTo: { email: manager.email },
      look: { providerName: "Acme", hasLogo: false },
    });
    expect(seen.html).not.toContain("<script");
    const texts = seen.blocks.flatMap((block) => (block.kind === "text" ? block.lines : []));
    expect(texts).toContain("<script>alert(1)</script>");
    expect(seen.blocks.filter(({ kind }) => kind === "button")).toHaveLength(1);
    expect(seen.footer.at(-1)).toBe("Dejar de recibir correos");
    expect(await manager.send("POST", `${path}/test`, body)).toMatchObject({ outcome: "queued" });
    await mailsAfter(0, 1);
    expect(server.recipients()).toEqual([manager.email]);
    expect(server.onlyMail().mail.text).not.toMatch(/#key=fh_/);
    expect(await client(clientId)).toMatchObject({ state: "not-invited", links: [] });
  });
});

describe("a reminder", () => {
  test("goes to invited clients, once an hour", async () => {
    const [invited = "", other = ""] = await addClients(2);
    await act({ action: "invite" }, [invited]);
    await mailsAfter(HELD_MS, 1);
    expect((await act({ action: "remind" }, [invited])).skipped).toBe(1);
    service.time.now += HOUR_MS;
    const bulk = await act({ action: "remind" }, [invited, other]);
    expect(bulk).toMatchObject({ done: 1, causes: { "not-invited": 1 } });
    await mailsAfter(HELD_MS, 2);
    await expect
      .poll(async () => (await act({ action: "remind" }, [invited])).causes, { timeout: 10_000 })
      .toEqual({ "just-sent": 1 });
  });

  test("is taken back while it is held", async () => {
    const clientId = await addClient();
    await act({ action: "invite" }, [clientId]);
    await mailsAfter(HELD_MS, 1);
    service.time.now += HOUR_MS;
    const { bulkId } = await act({ action: "remind" }, [clientId]);
    await undo(bulkId);
    service.time.now += HELD_MS;
    expect(await client(clientId)).toMatchObject({ state: "invited" });
    expect(server.taken).toHaveLength(1);
  });
});

describe("assigning clients", () => {
  test("is only for administrators, and needs a manager who can sign in", async () => {
    const [clientId = ""] = await addClients(1);
    const other = await consoleCaller(service);
    const assign: BulkAct = { action: "assign", managerId: other.managerId };
    const on = { ids: [clientId] };
    await expectFailure(await manager.call("POST", "/bulk", { act: assign, on }), "FORBIDDEN");
    const nobody = { action: "assign", managerId: "mg_none" };
    await expectFailure(await admin.call("POST", "/bulk", { act: nobody, on }), "VALIDATION_ERROR");
    const bulk = await act(assign, [clientId], admin);
    expect(bulk).toMatchObject({ done: 1 });
    expect((await client(clientId, other)).managerId).toBe(other.managerId);
    await expectFailure(await manager.call("GET", `/clients/${clientId}`), "NOT_FOUND");
  });

  test("skips another manager's clients, and an action without any client is refused", async () => {
    const other = await consoleCaller(service);
    const foreign = await addClient({}, other);
    const [own = ""] = await addClients(1);
    const due: BulkAct = { action: "due", dueOn: "2026-12-04" };
    const started = await startOn(due, [foreign, own, "cl_none"]);
    expect(started.total).toBe(1);
    await over(started.bulkId);
    expect((await client(foreign, other)).dueOn).toBeNull();
    const response = await manager.call("POST", "/bulk", { act: due, on: { ids: [foreign] } });
    await expectFailure(response, "NOT_FOUND");
    for (const path of ["", "/stop", "/undo"])
      await expectFailure(
        await other.call(path === "" ? "GET" : "POST", `/bulk/${started.bulkId}${path}`),
        "NOT_FOUND",
      );
  });

  test("a selection covers the clients that match at that moment, except the excluded ones", async () => {
    const ids = await addClients(4);
    const [left = ""] = ids;
    const request: BulkRequest = {
      act: { action: "due", dueOn: "2026-12-24" },
      on: {
        selection: { search: "", filter: "all", order: "name", direction: "up" },
        except: [left],
      },
    };
    const { bulkId, total } = await manager.send<{ bulkId: string; total: number }>("POST", "/bulk", request);
    expect(total).toBe(3);
    await over(bulkId);
    const { clients } = await manager.read<ClientList>("/clients");
    expect(clients.filter(({ dueOn }) => dueOn === "2026-12-24")).toHaveLength(3);
    expect((await client(left)).dueOn).toBeNull();
  });
});

describe("tags and due dates", () => {
  test("are set on many clients, and undone where they have not changed since", async () => {
    const [one = "", two = ""] = await addClients(2);
    const { bulkId } = await act({ action: "due", dueOn: "2026-12-24" }, [one, two]);
    const { name, email } = await client(two);
    await manager.send("PUT", `/clients/${two}`, { name, email, dueOn: "2027-01-01" });
    expect(await undo(bulkId)).toMatchObject({ state: "undone", causes: { "changed-since": 1 } });
    expect([(await client(one)).dueOn, (await client(two)).dueOn]).toEqual([null, "2027-01-01"]);
    const tagged = await act({ action: "tag", add: ["SEO", "Website"], remove: [] }, [one, two]);
    expect((await client(one)).tags.map((tag) => tag.name)).toEqual(["SEO", "Website"]);
    expect(await act({ action: "tag", add: ["seo"], remove: [] }, [one])).toMatchObject({
      causes: { "already-so": 1 },
    });
    await undo(tagged.bulkId);
    expect((await client(one)).tags).toEqual([]);
  });

  test("cannot be undone after ten minutes", async () => {
    const { bulkId } = await act({ action: "due", dueOn: "2026-12-24" }, await addClients(1));
    service.time.now += 11 * MINUTE_MS;
    await expectFailure(await manager.call("POST", `/bulk/${bulkId}/undo`), "UNDO_OVER");
  });

  test("are in the audit trail with their author", async () => {
    const [clientId = ""] = await addClients(1);
    await act({ action: "due", dueOn: "2026-12-24" }, [clientId]);
    const about = { client_id: clientId, actor: manager.managerId };
    expect(auditTrail(service)).toContainEqual(
      expect.objectContaining({ kind: "client.changed", detail: "dueOn", ...about }),
    );
  });
});

test("the result of a bulk action is kept for 30 days", async () => {
  const { bulkId } = await act({ action: "due", dueOn: "2026-12-24" }, await addClients(1));
  const ended = service.time.now;
  // read from storage, because the manager's session has expired by then
  const kept = () => service.storage.bulk.find(manager.managerId, bulkId);
  await runMaintenance(service.storage, ended + 30 * DAY_MS);
  expect((await kept())?.counts.done).toBe(1);
  await runMaintenance(service.storage, ended + 30 * DAY_MS + 1);
  expect(await kept()).toBeUndefined();
});

describe("one bulk action at a time:", () => {
  test("a second one is refused while the first runs, and stopping keeps what is done", async () => {
    await worker.stop();
    const ids = await addClients(2);
    const due: BulkAct = { action: "due", dueOn: "2026-12-24" };
    const { bulkId } = await startOn(due, ids);
    const second = await manager.call("POST", "/bulk", { act: due, on: { ids } });
    await expectFailure(second, "BULK_RUNNING");
    expect(await manager.send<BulkJob>("POST", `/bulk/${bulkId}/stop`)).toMatchObject({
      state: "stopped",
      done: 0,
    });
    worker = workerOf(true);
    await expect
      .poll(async () => (await manager.call("POST", "/bulk", { act: due, on: { ids } })).status)
      .toBe(200);
    expect(await find(bulkId)).toMatchObject({ state: "stopped", done: 0 });
  });

  test("a repeat with the same idempotency key is the same action", async () => {
    const ids = await addClients(1);
    const body = { act: { action: "due", dueOn: "2026-12-24" }, on: { ids } };
    const headers = { ...CONSOLE, cookie: manager.cookie, "idempotency-key": `bulk-${manager.managerId}` };
    const send = async () => (await service.call("POST", "/v1/manage/bulk", { body, headers })).text();
    const first = await send();
    expect(await send()).toBe(first);
  });

  test("without a mail server, no client is invited, and each says why", async () => {
    await worker.stop();
    worker = workerOf(false);
    const [clientId = ""] = await addClients(1);
    expect(await act({ action: "invite" }, [clientId])).toMatchObject({ causes: { "no-smtp": 1 } });
    expect(await client(clientId)).toMatchObject({ state: "not-invited" });
    await worker.stop();
    worker = workerOf(true);
  });
});

describe("a hostile body is refused:", () => {
  const ids = ["cl_1"];
  const long = "x".repeat(2_001);
  test.each<[string, unknown]>([
    ["no clients", { act: { action: "remind" }, on: { ids: [] } }],
    ["an unknown act", { act: { action: "erase" }, on: { ids } }],
    ["two acts in one", { act: { action: "remind", dueOn: null }, on: { ids } }],
    ["both ids and selection", { act: { action: "remind" }, on: { ids, selection: {} } }],
    ["words that are too long", { act: { action: "invite", words: long }, on: { ids } }],
    ["half a character", { act: { action: "invite", words: "\ud83d" }, on: { ids } }],
    ["no day", { act: { action: "due", dueOn: "2026-02-30" }, on: { ids } }],
    ["a tag of two lines", { act: { action: "tag", add: ["a\nb"] }, on: { ids } }],
    ["too many tags", { act: { action: "tag", add: Array(21).fill("a") }, on: { ids } }],
    ["too many clients", { act: { action: "remind" }, on: { ids: Array(10_001).fill("cl_1") } }],
    ["a list", []],
    ["a number", 1],
  ])("%s", async (_, body) => {
    await expectFailure(await manager.call("POST", "/bulk", body), "VALIDATION_ERROR");
  });
});
