import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { settings } from "../../server/settings/settings.ts";
import { commandLine } from "../support/service/command-line.ts";

const cli = commandLine();
afterAll(() => cli.remove());

test("help config lists every setting with its meaning", async () => {
  const { status, stdout } = await cli.firsthand(["help", "config"]);
  expect(status).toBe(0);
  for (const { env, fallback, describe } of Object.values(settings)) {
    expect(stdout.split("\n").find((line) => line.startsWith(`  ${env} `))).toMatch(`${fallback} `);
    expect(stdout).toContain(describe);
  }
});

test("config prints the settings in force by name with their sources, and creates nothing", async () => {
  const env = { PORT: "9000", FIRSTHAND_QUIET_HOURS: "19-9 Europe/Lisbon" };
  const { status, stdout } = await cli.firsthand(["config"], env);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^SETTING +VALUE +FROM\n/);
  expect(stdout).toMatch(/^PORT +9000 +environment$/m);
  expect(stdout).toMatch(/^FIRSTHAND_QUIET_HOURS +19-9 Europe\/Lisbon +environment$/m);
  expect(stdout).toMatch(/^FIRSTHAND_PUBLIC_URL +http:\/\/127\.0\.0\.1:9000 +default$/m);
  expect(stdout).not.toContain("[object");
  const facts = JSON.parse((await cli.firsthand(["config", "--json"])).stdout) as object;
  expect(Object.keys(facts)).toEqual(Object.values(settings).map((setting) => setting.env));
  expect(facts).toMatchObject({
    PORT: { value: "8080", from: "default" },
    FIRSTHAND_DATA: { value: cli.data, from: "environment" },
  });
  expect(existsSync(cli.data)).toBe(false);
});

test("config says which name comes from the interview file", async () => {
  const file = join(cli.folder, "interview.yaml");
  const { stdout: interview } = await cli.firsthand(["interview", "print"]);
  writeFileSync(file, `provider: { name: Hooked }\n${interview}`);
  const facts = async (more = {}) => {
    const printed = await cli.firsthand(["config", "--json"], { FIRSTHAND_INTERVIEW: file, ...more });
    expect(printed.stderr).toBe("");
    return (JSON.parse(printed.stdout) as { [name: string]: unknown }).FIRSTHAND_PROVIDER_NAME;
  };
  expect(await facts()).toEqual({ value: "Hooked", from: "interview file" });
  const FIRSTHAND_PROVIDER_NAME = "Brightside";
  expect(await facts({ FIRSTHAND_PROVIDER_NAME })).toEqual({ value: "Brightside", from: "environment" });
});

test("config prints no key", async () => {
  const env = { FIRSTHAND_TRANSCRIBER_KEY: "sk-secret" };
  const texts = [await cli.firsthand(["config"], env), await cli.firsthand(["config", "--json"], env)];
  for (const { status, stdout } of texts) {
    expect([status, stdout.includes("sk-secret")]).toEqual([0, false]);
    expect(stdout).toMatch(/FIRSTHAND_TRANSCRIBER_KEY\W+(value\W+)?set\b/);
  }
});

const wrong = {
  PORT: "http",
  FIRSTHAND_RATE_SESSION: "-1",
  FIRSTHAND_PUBLIC_URL: "example",
  FIRSTHAND_LOG_LEVEL: "loud",
  FIRSTHAND_TRUST_PROXY: "the proxy",
  FIRSTHAND_INSECURE_HTTP: "yes",
  FIRSTHAND_PROVIDER_NAME: "x".repeat(61),
  DATABASE_URL: "postgres://localhost",
  FIRSTHAND_RATE_SESION: "600",
};

test("wrong settings are all reported at once, before anything is created", async () => {
  for (const command of [["config"], ["client", "list"]]) {
    const { status, stdout, stderr } = await cli.firsthand(command, wrong);
    expect([status, stdout]).toEqual([2, ""]);
    const lines = stderr.trimEnd().split("\n");
    const named = lines.slice(0, -1).map((line) => line.split(":")[0]);
    expect(named.sort()).toEqual(Object.keys(wrong).sort());
    expect(lines.at(-1)).toBe('See "firsthand help config" for every setting.');
  }
  expect(existsSync(cli.data)).toBe(false);
});

test("encryption cannot be turned off, and serve says what to do about a setting that tries to", async () => {
  const { status, stdout, stderr } = await cli.firsthand(["serve"], { FIRSTHAND_ENCRYPTION: "off" });
  expect(stderr).toBe(
    'FIRSTHAND_ENCRYPTION: remove this setting or set it to on, not "off", because answers, audio and notes are always encrypted.\nSee "firsthand help config" for every setting.\n',
  );
  expect([status, stdout, existsSync(cli.data)]).toEqual([2, "", false]);
});
