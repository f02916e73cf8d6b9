import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { liveConfig, providerInForce } from "./provider-in-force.ts";
import { settingsInForce } from "./settings-in-force.ts";

let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-provider-"));
  const file = join(folder, "interview.yaml");
  writeFileSync(
    file,
    `format: 1
provider:
  name: Of the file
  colors: { accent: "#7a1f4b" }
  support: { phone: "+1 555 010 2030" }
  privacy: |
    First of the file.

    Second of the file.
`,
  );
  env = { FIRSTHAND_INTERVIEW: file };
});
afterAll(() => rmSync(folder, { recursive: true }));

const inForce = (values: { [name: string]: unknown } = {}, more: NodeJS.ProcessEnv = {}) => {
  const config = readConfig({ ...env, ...more });
  const stored = Object.entries(values).map(
    ([name, value]) => [name, { name, value, version: 1, changedAt: 0, changedBy: "mg_1" }] as const,
  );
  const settings = settingsInForce(config, new Map(stored));
  return { config, settings, provider: providerInForce(config, settings) };
};

test("without a value from the console, the interview file's stays in force", () => {
  const { config, settings, provider } = inForce();
  expect(provider.providerName).toBe("Of the file");
  const { support, privacy, theme, mailLook } = config.provided;
  expect(provider.provided).toMatchObject({ support, theme, mailLook });
  expect(provider.provided.privacy.get("en")).toEqual(privacy.get("en"));
  for (const name of ["providerName", "support", "colors", "privacyWords"] as const)
    expect(settings.sourceOf(name)).toEqual({ source: "interview-file", variable: null });
});

test("the console's value wins over the file's, and the environment's name wins over both", () => {
  const { provider } = inForce({
    providerName: "Of the console",
    colors: { accent: "#1f4b7a", accentDark: null },
    support: { email: "help@acme.example", phone: null, page: null },
    privacyWords: { en: "One.\n\nTwo.", es: "Uno." },
  });
  expect(provider.providerName).toBe("Of the console");
  expect(provider.provided.theme).toContain("--accent:#1f4b7a");
  expect(provider.provided.mailLook.light.accent).toBe("#1f4b7a");
  expect(provider.provided.support).toEqual({ email: "help@acme.example" });
  expect([...provider.provided.privacy]).toEqual([
    ["en", ["One.", "Two."]],
    ["es", ["Uno."]],
  ]);
  const named = inForce(
    { providerName: "Of the console" },
    { FIRSTHAND_PROVIDER_NAME: "Of the environment" },
  );
  expect(named.provider.providerName).toBe("Of the environment");
});

test("a logo from the console replaces both logos of the file", () => {
  const square = (color: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect fill="${color}"/></svg>`;
  writeFileSync(join(folder, "light.svg"), square("black"));
  writeFileSync(join(folder, "dark.svg"), square("white"));
  const file = join(folder, "logos.yaml");
  writeFileSync(file, "format: 1\nprovider:\n  logo: light.svg\n  logoDark: dark.svg\n");
  const withFile = (values = {}) => inForce(values, { FIRSTHAND_INTERVIEW: file });
  const before = withFile();
  expect(before.settings.sourceOf("logo")).toEqual({ source: "interview-file", variable: null });
  const { files: both, theme: ofFile, icon: first } = before.config.provided;
  expect(before.provider.provided).toMatchObject({ files: both, theme: ofFile, icon: first });
  expect(both).toHaveLength(2);

  const { settings, provider } = withFile({ logo: Buffer.from(square("red")).toString("base64") });
  const { files, icon, theme } = provider.provided;
  expect(settings.sourceOf("logo").source).toBe("console");
  expect(files.map(({ content }) => content.toString())).toEqual([square("red")]);
  expect(icon).toBe(files[0]);
  expect(theme).toContain(`--logo:url("${files[0]?.address}")`);
  expect(theme).not.toContain("prefers-color-scheme");
});

test("the configuration follows a change, and stays the same object without one", () => {
  const { config, settings } = inForce();
  let now = settings;
  const live = liveConfig(config, { now: () => now });
  const before = live.provided;
  expect(live.provided).toBe(before);
  now = inForce({ providerName: "Later" }).settings;
  expect([live.providerName, { ...live }.providerName]).toEqual(["Later", "Later"]);
  expect(live.provided).not.toBe(before);
});
