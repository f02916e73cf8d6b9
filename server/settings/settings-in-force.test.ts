import { describe, expect, test } from "vitest";
import { type SettingName, settingNames } from "#contract/manage/settings/setting-values.ts";
import { REMINDERS_OFF_BY_DEFAULT } from "../storage/migrations/0029-mail-words.ts";
import type { StoredSettings } from "../storage/settings/settings.ts";
import { readConfig } from "./config.ts";
import { settingsInForce, unreadSettings } from "./settings-in-force.ts";

const storedWith = (
  values: { [Name in SettingName | typeof REMINDERS_OFF_BY_DEFAULT]?: unknown },
): StoredSettings =>
  new Map(
    Object.entries(values).map(([name, value]) => [
      name,
      { name, value, version: 3, changedAt: 0, changedBy: "mg_1" },
    ]),
  );
const inForce = (env: NodeJS.ProcessEnv, values: Parameters<typeof storedWith>[0] = {}) =>
  settingsInForce(readConfig(env), storedWith(values));

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>');

/** Settings of the console: the name, the stored value and the value in force. */
const ofConsole: [SettingName, unknown, unknown][] = [
  ["providerName", "Acme", "Acme"],
  [
    "logo",
    SVG.toString("base64"),
    expect.objectContaining({ type: "image/svg+xml", content: SVG, ratio: 2 }),
  ],
  [
    "support",
    { email: "a@b.example", phone: null, page: null },
    { email: "a@b.example", phone: null, page: null },
  ],
  ["colors", { accent: "#1f5c4d", accentDark: null }, { accent: "#1f5c4d", accentDark: null }],
  ["privacyWords", { en: "Ours." }, { en: "Ours." }],
  [
    "mailServer",
    { host: "mail.example.com", port: 465, security: "tls", user: null, password: null },
    { host: "mail.example.com", port: 465, security: "tls", user: undefined, password: undefined },
  ],
  ["mailFrom", { name: null, email: "a@b.example" }, { name: undefined, email: "a@b.example" }],
  ["reminders", true, true],
  [
    "reminderGaps",
    { "not-started": [1], "partly-done": [], "asked-back": [1, 2, 3, 4, 5] },
    { "not-started": [1], "partly-done": [], "asked-back": [1, 2, 3, 4, 5] },
  ],
  ["quietHours", { from: 22, to: 6 }, { from: 22, to: 6 }],
  ["timeZone", "America/Chicago", "America/Chicago"],
  ["linkDays", { invitation: 30, other: 1 }, { invitation: 30, other: 1 }],
  ["stalledDays", 9, 9],
  [
    "retentionDays",
    { days: 400, waiting: { days: 30, beginsAt: 5 } },
    { days: 400, waiting: { days: 30, beginsAt: 5 } },
  ],
];

/** Settings of the environment: the name, the variable, its text and the value in force. */
const ofEnvironment: [SettingName, string, string, unknown][] = [
  ["providerName", "FIRSTHAND_PROVIDER_NAME", "Env", "Env"],
  ["mailServer", "FIRSTHAND_SMTP_URL", "smtps://env.example.com", { host: "env.example.com", port: 465 }],
  ["mailFrom", "FIRSTHAND_MAIL_FROM", "Env <env@example.com>", { name: "Env", email: "env@example.com" }],
  ["reminders", "FIRSTHAND_REMINDERS", "off", false],
  ["quietHours", "FIRSTHAND_QUIET_HOURS", "21-7", { from: 21, to: 7 }],
  ["timeZone", "FIRSTHAND_QUIET_HOURS", "21-7 Europe/Lisbon", "Europe/Lisbon"],
  ["stalledDays", "FIRSTHAND_STUCK_DAYS", "5", 5],
  ["retentionDays", "FIRSTHAND_RETENTION_DAYS", "90", { days: 90, waiting: null }],
  ["retentionDays", "FIRSTHAND_RETENTION_DAYS", "0", { days: null, waiting: null }],
];

test("every setting can be set in the console", () => {
  expect(ofConsole.map(([name]) => name)).toEqual(settingNames);
});

test.each(ofConsole)("%s from the console wins over the built-in one", (name, stored, value) => {
  const settings = inForce({}, { [name]: stored });
  expect(settings.get(name)).toEqual(value);
  expect(settings.sourceOf(name)).toEqual({ source: "console", variable: null });
  expect(settings.version).toBe(3);
  expect(inForce({}).sourceOf(name)).toEqual({ source: "built-in", variable: null });
});

test.each(ofEnvironment)("%s from the environment wins over the console's", (name, variable, text, value) => {
  const stored = Object.fromEntries(ofConsole.map(([each, given]) => [each, given]));
  const env = { FIRSTHAND_MAIL_FROM: "x@example.com", [variable]: text };
  const settings = inForce(env, stored);
  if (typeof value === "object") expect(settings.get(name)).toMatchObject(value as object);
  else expect(settings.get(name)).toBe(value);
  expect(settings.sourceOf(name)).toEqual({ source: "environment", variable });
});

describe("quiet hours from the environment", () => {
  test("without a zone use the console's zone", () => {
    const settings = inForce({ FIRSTHAND_QUIET_HOURS: "21-7" }, { timeZone: "America/Chicago" });
    expect([settings.get("quietHours"), settings.get("timeZone")]).toEqual([
      { from: 21, to: 7 },
      "America/Chicago",
    ]);
    expect(settings.sourceOf("timeZone").source).toBe("console");
  });
});

test("the built-in values are those that the pages show", () => {
  const settings = inForce({});
  expect(settingNames.map((name) => settings.get(name))).toEqual([
    "Firsthand",
    undefined,
    { email: null, phone: null, page: null },
    undefined,
    {},
    undefined,
    undefined,
    true,
    { "not-started": [3, 7, 14], "partly-done": [3, 7, 14], "asked-back": [0, 3, 7] },
    { from: 20, to: 8 },
    new Intl.DateTimeFormat().resolvedOptions().timeZone,
    { invitation: 14, other: 7 },
    5,
    { days: null, waiting: null },
  ]);
});

test("reminders stay off where clients existed before reminders were on by default, until an administrator acts", () => {
  const marked = { [REMINDERS_OFF_BY_DEFAULT]: undefined };
  expect(inForce({}, marked).get("reminders")).toBe(false);
  expect(inForce({}, { ...marked, reminders: true }).get("reminders")).toBe(true);
  expect(inForce({ FIRSTHAND_REMINDERS: "on" }, marked).get("reminders")).toBe(true);
});

test("a stored value that this release does not accept is ignored, and named", () => {
  const values = { stalledDays: "a week", reminders: true, timeZone: undefined };
  const settings = inForce({}, values);
  expect([settings.get("stalledDays"), settings.get("reminders")]).toEqual([5, true]);
  expect(unreadSettings(storedWith(values))).toEqual(["stalledDays"]);
});
