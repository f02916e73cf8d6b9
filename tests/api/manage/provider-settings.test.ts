import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditPage } from "#contract/manage/audit.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { openSettings } from "../../../server/settings/live-settings.ts";
import { liveConfig } from "../../../server/settings/provider-in-force.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** The provider's name, colors, support contact and privacy text, as set in the console. */

let service: Service;
let admin: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
  admin = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());

const versionNow = async () => (await admin.read<ShownSettings>("/settings")).version;
const change = async (settings: object) =>
  admin.call("PATCH", "/settings", { version: await versionNow(), settings });
const changed = async (settings: object) =>
  admin.send<ShownSettings>("PATCH", "/settings", { version: await versionNow(), settings });
const privacy = async (language = "en") =>
  (await service.call("GET", `/privacy?language=${language}`)).text();

test("the public pages have the new values at once, and the old ones after a reset", async () => {
  await changed({
    providerName: "Acme & <b>Sons</b>",
    colors: { accent: "#7A1F4B", accentDark: null },
    support: { email: "Help@Acme.example", phone: "+1 555 010 2030", page: "https://acme.example/help" },
    privacyWords: { en: "First <script>alert(1)</script>\n\nSecond", es: "Primero" },
  });
  const page = await privacy();
  expect(page).toContain("Acme &amp; &lt;b&gt;Sons&lt;/b&gt;");
  expect(page).toContain("--accent:#7a1f4b");
  expect(page).toContain("help@acme.example");
  expect(page).toContain("<p>First &lt;script&gt;alert(1)&lt;/script&gt;</p>");
  expect(await privacy("es")).toContain("<p>Primero</p>");
  const { lines } = await admin.read<AuditPage>("/audit?group=settings");
  const named = lines.find(({ detail }) => detail?.includes('"providerName"'));
  expect(JSON.parse(named?.detail ?? "")).toEqual({
    name: "providerName",
    before: null,
    after: "Acme & <b>Sons</b>",
  });
  await admin.send("POST", "/settings/restore", { version: await versionNow(), eventId: named?.eventId });
  expect(await privacy()).not.toContain("Acme");
});

test("another server on the same database has them within three seconds", async () => {
  const { storage, config, app } = service;
  const settings = await openSettings({ storage, config, logger: app.log });
  const other = liveConfig(config, settings);
  await changed({ providerName: "Noticed", colors: { accent: "#1f4b7a", accentDark: null } });
  await expect.poll(() => other.providerName, { timeout: 3_000 }).toBe("Noticed");
  expect(other.provided.theme).toContain("--accent:#1f4b7a");
  settings.stop();
});

test.each<[string, object]>([
  ["no name", { providerName: "  " }],
  ["a name that is too long", { providerName: "x".repeat(61) }],
  ["a name with a line feed", { providerName: "Acme\nSons" }],
  ["a name that turns the text around", { providerName: "Acme\u202eSons" }],
  ["a name that is nothing to be seen", { providerName: "\u200b" }],
  ["a name that is no text", { providerName: 5 }],
  ["an accent with a style in it", { colors: { accent: "#1c5b4a;}body{display:none", accentDark: null } }],
  ["an accent that ends the style sheet", { colors: { accent: "</style>", accentDark: null } }],
  ["an accent by its name", { colors: { accent: "red", accentDark: null } }],
  ["an accent with three digits", { colors: { accent: "#123", accentDark: null } }],
  ["an accent with a line feed", { colors: { accent: "#1c5b4a\n", accentDark: null } }],
  ["half a color setting", { colors: { accent: "#1c5b4a" } }],
  ["more than colors", { colors: { accent: "#1c5b4a", accentDark: null, font: "x" } }],
  ["a script for a support page", { support: { email: null, phone: null, page: "javascript:alert(1)" } }],
  ["a support page without encryption", { support: { email: null, phone: null, page: "http://a.example" } }],
  [
    "a huge support page",
    { support: { email: null, phone: null, page: `https://a.example/${"x".repeat(500)}` } },
  ],
  ["words for a phone", { support: { email: null, phone: "call us", page: null } }],
  ["a support address without a host", { support: { email: "help", phone: null, page: null } }],
  ["privacy words of another language", { privacyWords: { fr: "Bonjour" } }],
  ["privacy words without words", { privacyWords: { en: " \n " } }],
  ["huge privacy words", { privacyWords: { en: "x".repeat(5_001) } }],
  ["privacy words with a null character", { privacyWords: { en: "a\u0000b" } }],
])("%s is refused, and nothing changes", async (_, settings) => {
  const before = await admin.read<ShownSettings>("/settings");
  await expectFailure(await change(settings), "VALIDATION_ERROR");
  expect(await admin.read<ShownSettings>("/settings")).toEqual(before);
});

test.each<[string, object, string]>([
  ["light", { accent: "#ffee88", accentDark: null }, "settings.colors.accent"],
  ["dark", { accent: "#1c5b4a", accentDark: "#112233" }, "settings.colors.accentDark"],
])(
  "an unreadable accent color on a %s page is refused with a readable suggestion",
  async (_, colors, path) => {
    const response = await change({ colors });
    const { details } = (await response.json()) as { details: { path: string; message: string }[] };
    expect([response.status, details]).toEqual([
      422,
      [{ path, message: expect.stringMatching(/^Too (light|dark) to be read .* is "#[\da-f]{6}"$/) }],
    ]);
  },
);

test("a name that the environment sets is shown with its variable, and cannot be changed here", async () => {
  const named = await startService({ env: { FIRSTHAND_PROVIDER_NAME: "Of the environment" } });
  const caller = await consoleCaller(named, "administrator");
  const { settings, version } = await caller.read<ShownSettings>("/settings");
  expect(settings.providerName).toMatchObject({
    value: "Of the environment",
    source: "environment",
    variable: "FIRSTHAND_PROVIDER_NAME",
  });
  const body = { version, settings: { providerName: "Other" } };
  await expectFailure(await caller.call("PATCH", "/settings", body), "SETTING_LOCKED");
  await named.close();
});
