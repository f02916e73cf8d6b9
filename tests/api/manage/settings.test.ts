import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuditLine } from "#contract/manage/audit.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import type { Lookup } from "../../../server/outgoing/guarded-lookup.ts";
import { openSettings } from "../../../server/settings/live-settings.ts";
import { type ConsoleCaller, consoleCaller, PASSWORD } from "../../support/data/console-caller.ts";
import { turnOn } from "../../support/data/second-factor.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

const SECRET = "the mail server's password";
const mailServer = {
  host: "mail.acme.example",
  port: 465,
  security: "tls",
  user: "onboarding",
  password: SECRET,
};
const mailFrom = { name: "Acme", email: "hello@acme.example" };

const names: { [name: string]: string[] } = {
  "mail.acme.example": ["9.9.9.9"],
  "inside.acme.example": ["9.9.9.9", "10.0.0.7"],
};
const lookup: Lookup = (hostname, _options, callback) => {
  const found = names[hostname]?.map((address) => ({ address, family: 4 }));
  process.nextTick(() =>
    found ? callback(null, found) : callback(Object.assign(new Error("none"), { code: "ENOTFOUND" }), []),
  );
};

let service: Service;
let admin: ConsoleCaller;
beforeAll(async () => {
  service = await startService({ outgoingMail: { lookup } });
});
beforeEach(async () => {
  admin = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());

const read = () => admin.read<ShownSettings>("/settings");
const versionNow = async () => (await read()).version;
const change = async (settings: object, more: object = {}) =>
  admin.call("PATCH", "/settings", { version: await versionNow(), settings, ...more });
const changed = async (settings: object, more: object = {}) =>
  admin.send<ShownSettings>("PATCH", "/settings", { version: await versionNow(), settings, ...more });
const proof = { password: PASSWORD };
const trail = async () =>
  (await admin.read<{ lines: AuditLine[] }>("/audit?limit=20")).lines.filter(({ kind }) =>
    kind.startsWith("settings."),
  );
const newest = async () => {
  const [line] = await trail();
  if (!line) throw new Error("Nothing is in the audit trail");
  return { ...line, change: JSON.parse(line.detail ?? "") as { [field: string]: unknown } };
};

test("a change applies at once, names its author, and is in the audit trail with before and after", async () => {
  const before = (await read()).settings.stalledDays.value;
  const { settings, version } = await changed({ stalledDays: 8, timeZone: "America/Chicago" });
  expect(settings.stalledDays).toMatchObject({
    value: 8,
    source: "console",
    variable: null,
    changedBy: admin.managerId,
    changedByName: admin.name,
  });
  expect(version).toBe(await versionNow());
  expect(service.settings.get("stalledDays")).toBe(8);
  const lines = await trail();
  const [ofDays, ofZone] = lines.map(({ kind, actor, detail }) => [kind, actor, JSON.parse(detail ?? "")]);
  const line = (name: string, from: unknown, to: unknown) => [
    "settings.changed",
    admin.managerId,
    { name, before: from, after: to },
  ];
  expect([ofDays, ofZone]).toEqual([
    line("stalledDays", before === 5 ? null : before, 8),
    line("timeZone", null, "America/Chicago"),
  ]);
});

test("setting the current value is not a change, and null brings the built-in value back", async () => {
  await changed({ linkDays: { invitation: 20, other: 2 } });
  const { version } = await read();
  const count = (await trail()).length;
  expect((await changed({ linkDays: { other: 2, invitation: 20 } })).version).toBe(version);
  expect(await trail()).toHaveLength(count);
  const { settings } = await changed({ linkDays: null });
  expect(settings.linkDays).toMatchObject({ value: { invitation: 14, other: 7 }, source: "built-in" });
});

test("a change based on an older value is refused, but not one of another setting", async () => {
  const version = await versionNow();
  await changed({ reminders: false });
  const stale = await admin.call("PATCH", "/settings", { version, settings: { reminders: true } });
  await expectFailure(stale, "SETTING_CHANGED");
  expect((await read()).settings.reminders.value).toBe(false);
  const other = { version, settings: { quietHours: { from: 21, to: 7 } } };
  expect((await admin.call("PATCH", "/settings", other)).status).toBe(200);
});

test("another server on the same database notices a change within three seconds, once", async () => {
  let noticed = 0;
  const { storage, config, app } = service;
  const other = await openSettings({ storage, config, logger: app.log });
  other.onChange(() => noticed++);
  await changed({ stalledDays: 30, reminders: null });
  const changedAt = performance.now();
  await expect.poll(() => other.get("stalledDays"), { timeout: 10_000 }).toBe(30);
  expect(performance.now() - changedAt).toBeLessThan(3_000);
  expect([other.get("reminders"), noticed]).toEqual([true, 1]);
  other.stop();
});

test("managers and programs can neither read nor change settings", async () => {
  const manager = await consoleCaller(service);
  await expectFailure(await manager.call("GET", "/settings"), "FORBIDDEN");
  const body = { version: 0, settings: { reminders: true } };
  await expectFailure(await manager.call("PATCH", "/settings", body), "FORBIDDEN");
});

describe("the mail server", () => {
  beforeEach(async () => {
    await changed({ mailServer: null, mailFrom: null }, proof);
  });

  test("requires the caller's own password, and changes nothing without it", async () => {
    const before = await read();
    for (const settings of [
      { mailServer },
      { mailFrom },
      { mailServer: null },
      { reminders: true, mailFrom },
    ]) {
      const missing = await change(settings);
      expect(await expectFailure(missing, "VALIDATION_ERROR")).toMatchObject({
        details: [{ path: "password" }],
      });
      await expectFailure(await change(settings, { password: "wrong" }), "WRONG_PASSWORD");
      admin = await consoleCaller(service, "administrator");
    }
    expect(await read()).toEqual(before);
  });

  test("requires the code of a second factor too", async () => {
    const phone = await turnOn(service, admin);
    expect(await expectFailure(await change({ mailServer }, proof), "VALIDATION_ERROR")).toMatchObject({
      details: [{ path: "code" }],
    });
    await expectFailure(await change({ mailServer }, { ...proof, code: phone.wrong() }), "WRONG_CODE");
    expect((await change({ mailServer }, { ...proof, code: phone.next() })).status).toBe(200);
  });

  test("is answered, audited and mailed about without its password", async () => {
    const answered = await change({ mailServer, mailFrom }, proof);
    const text = await answered.text();
    expect(text).not.toContain(SECRET);
    expect(JSON.parse(text)).toMatchObject({
      data: {
        settings: {
          mailServer: { value: { host: "mail.acme.example", user: "onboarding", hasPassword: true } },
          mailFrom: { value: mailFrom },
        },
      },
    });
    const [ofFrom, ofServer] = await trail();
    expect([ofServer?.kind, ofFrom?.kind]).toEqual(Array(2).fill("settings.mail-server-changed"));
    expect(JSON.parse(ofServer?.detail ?? "")).toEqual({
      name: "mailServer",
      before: null,
      after: { host: "mail.acme.example", port: 465, security: "tls", user: "onboarding", hasPassword: true },
      isNewPassword: true,
    });
    expect(JSON.stringify(await trail())).not.toContain(SECRET);
    expect(service.logLines.join("\n")).not.toContain(SECRET);
    const mails = await service.storage.mail.list({ scope: "all", limit: 100 });
    const notices = mails.filter(({ managerId }) => managerId === admin.managerId);
    expect(notices).toMatchObject([{ kind: "account-changed", askedBy: admin.managerId }]);
  });

  test("keeps its password for the same user at the same host, and for no other", async () => {
    await changed({ mailServer }, proof);
    const { password: _sent, ...asked } = mailServer;
    await changed({ mailServer: { ...asked, port: 587, security: "starttls" } }, proof);
    expect(service.settings.get("mailServer")).toMatchObject({ port: 587, password: SECRET });
    for (const other of [
      { ...asked, host: "mail.evil.example" },
      { ...asked, user: "somebody" },
    ]) {
      expect(
        await expectFailure(await change({ mailServer: other }, proof), "VALIDATION_ERROR"),
      ).toMatchObject({
        details: [{ path: "settings.mailServer.password" }],
      });
    }
    await changed({ mailServer: { ...asked, user: null } }, proof);
    expect(service.settings.get("mailServer")?.password).toBeUndefined();
    await changed({ mailServer: { ...mailServer, password: "another" } }, proof);
    expect((await newest()).change).toMatchObject({ isNewPassword: true });
  });

  test.each(["127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.1.1", "0.0.0.0", "inside.acme.example"])(
    "at %s is refused, since it is not public",
    async (host) => {
      const refused = await change({ mailServer: { ...mailServer, host } }, proof);
      expect(await expectFailure(refused, "VALIDATION_ERROR")).toMatchObject({
        details: [{ path: "settings.mailServer.host" }],
      });
    },
  );

  test("whose name does not resolve yet is accepted, and the check reports that", async () => {
    expect((await change({ mailServer: { ...mailServer, host: "new.acme.example" } }, proof)).status).toBe(
      200,
    );
  });
});

describe("the previous value in an audit line", () => {
  test("can be restored, as a new change", async () => {
    await changed({ timeZone: "Europe/Lisbon" });
    await changed({ timeZone: "America/Denver" });
    const { eventId } = await newest();
    await changed({ timeZone: "Asia/Tokyo" });
    const restored = await admin.send<ShownSettings>("POST", "/settings/restore", {
      version: await versionNow(),
      eventId,
    });
    expect(restored.settings.timeZone.value).toBe("Europe/Lisbon");
    expect((await newest()).change).toEqual({
      name: "timeZone",
      before: "Asia/Tokyo",
      after: "Europe/Lisbon",
    });
  });

  test("requires password and code for a mail server, and its password for a different one", async () => {
    await changed({ mailServer, mailFrom }, proof);
    await changed({ mailServer: { ...mailServer, host: "other.acme.example" } }, proof);
    const { eventId } = await newest();
    const restore = async (more: object) =>
      admin.call("POST", "/settings/restore", { version: await versionNow(), eventId, ...more });
    expect(await expectFailure(await restore({}), "VALIDATION_ERROR")).toMatchObject({
      details: [{ path: "password" }],
    });
    expect(await expectFailure(await restore(proof), "VALIDATION_ERROR")).toMatchObject({
      details: [{ path: "settings.mailServer.password" }],
    });
    expect((await restore({ ...proof, mailPassword: "as it was" })).status).toBe(200);
    expect(service.settings.get("mailServer")).toMatchObject({
      host: "mail.acme.example",
      password: "as it was",
    });
  });

  test("does not exist where the line is about something else, or is unknown", async () => {
    const [other] = (await admin.read<{ lines: AuditLine[] }>("/audit?limit=100")).lines.filter(
      ({ kind }) => !kind.startsWith("settings."),
    );
    for (const eventId of [other?.eventId, "no-such-event", "'; drop table settings; --"]) {
      const body = { version: await versionNow(), eventId };
      await expectFailure(await admin.call("POST", "/settings/restore", body), "NOT_FOUND");
    }
  });

  test("cannot be restored where the setting was changed meanwhile", async () => {
    await changed({ stalledDays: 20 });
    await changed({ stalledDays: 21 });
    const { eventId } = await newest();
    const version = await versionNow();
    await changed({ stalledDays: 22 });
    await expectFailure(
      await admin.call("POST", "/settings/restore", { version, eventId }),
      "SETTING_CHANGED",
    );
  });
});

describe("an invalid change is refused:", () => {
  const gaps = { "not-started": [1], "partly-done": [1], "asked-back": [1] };
  test.each<[string, object]>([
    ["nothing", {}],
    ["an unknown name", { dataFolder: "/etc" }],
    ["a word for a switch", { reminders: "on" }],
    ["six reminders", { reminderGaps: { ...gaps, "not-started": [1, 1, 1, 1, 1, 1] } }],
    ["a reminder before its time", { reminderGaps: { ...gaps, "partly-done": [-1] } }],
    ["a reminder after its time", { reminderGaps: { ...gaps, "partly-done": [61] } }],
    ["half a day", { reminderGaps: { ...gaps, "asked-back": [0.5] } }],
    ["a kind left out", { reminderGaps: { "not-started": [1] } }],
    ["hours that are one", { quietHours: { from: 8, to: 8 } }],
    ["an hour too late", { quietHours: { from: 24, to: 8 } }],
    ["a zone that there is not", { timeZone: "Nowhere/Town" }],
    ["an offset", { timeZone: "+01:00" }],
    ["an empty zone", { timeZone: "" }],
    ["a huge zone", { timeZone: "A".repeat(3_000) }],
    ["links for no day", { linkDays: { invitation: 0, other: 7 } }],
    ["links for ever", { linkDays: { invitation: 31, other: 7 } }],
    ["no days", { stalledDays: 0 }],
    ["a number as text", { stalledDays: "5" }],
    ["no days until clients are erased", { retentionDays: 0 }],
    ["another port", { mailServer: { ...mailServer, port: 22 } }],
    ["no security", { mailServer: { ...mailServer, security: "plain" } }],
    ["a URL for a host", { mailServer: { ...mailServer, host: "https://mail.acme.example" } }],
    ["a host with a path", { mailServer: { ...mailServer, host: "mail.acme.example/x" } }],
    ["a host of two lines", { mailServer: { ...mailServer, host: "a\r\nRCPT TO:<x>" } }],
    ["a huge host", { mailServer: { ...mailServer, host: "a".repeat(254) } }],
    ["a user of two lines", { mailServer: { ...mailServer, user: "a\r\nb" } }],
    ["a huge password", { mailServer: { ...mailServer, password: "x".repeat(501) } }],
    ["a password for nobody", { mailServer: { ...mailServer, user: null } }],
    ["a sender of two lines", { mailFrom: { name: "Acme\r\nBcc: x@example.com", email: "a@b.example" } }],
    ["a sender without an address", { mailFrom: { name: "Acme", email: "hello" } }],
  ])("%s", async (_what, settings) => {
    const before = await read();
    await expectFailure(await change(settings, proof), "VALIDATION_ERROR");
    expect(await read()).toEqual(before);
  });

  test("a huge body", async () => {
    await expectFailure(await change({ timeZone: "A".repeat(400_000) }), "BODY_TOO_LARGE");
  });
});

test("what the environment sets is shown with its variable, and cannot be changed here", async () => {
  const locked = await startService({
    env: {
      FIRSTHAND_SMTP_URL: "smtps://me:sk-secret@mail.example.com:2465",
      FIRSTHAND_MAIL_FROM: "Acme <hello@acme.example>",
      FIRSTHAND_QUIET_HOURS: "21-7 Europe/Lisbon",
    },
  });
  const boss = await consoleCaller(locked, "administrator");
  const text = await (await boss.call("GET", "/settings")).text();
  expect(text).not.toContain("sk-secret");
  const { data } = JSON.parse(text) as { data: ShownSettings };
  expect(data.settings).toMatchObject({
    mailServer: {
      value: { host: "mail.example.com", port: 2465, hasPassword: true },
      variable: "FIRSTHAND_SMTP_URL",
    },
    mailFrom: { source: "environment", variable: "FIRSTHAND_MAIL_FROM" },
    timeZone: { value: "Europe/Lisbon", variable: "FIRSTHAND_QUIET_HOURS" },
    reminders: { source: "built-in", variable: null },
  });
  for (const [settings, variable] of [
    [{ mailServer }, "FIRSTHAND_SMTP_URL"],
    [{ quietHours: { from: 20, to: 8 } }, "FIRSTHAND_QUIET_HOURS"],
    [{ reminders: false, mailFrom }, "FIRSTHAND_MAIL_FROM"],
  ] as const) {
    const body = { version: 0, settings, ...proof };
    const refused = await expectFailure(await boss.call("PATCH", "/settings", body), "SETTING_LOCKED");
    expect(refused.message).toContain(variable);
  }
  expect(locked.settings.get("reminders")).toBe(true);
  await locked.close();
});
