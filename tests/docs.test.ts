import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  BODY_MAX_BYTES,
  HISTORY_MAX_BYTES,
  PLAIN_BODY_MAX_BYTES,
  SUBMISSIONS_KEPT_MAX,
  SUBMISSIONS_KEPT_MAX_BYTES,
  SUBMISSIONS_PER_HOUR,
} from "#contract/limits.ts";
import * as limits from "#contract/manage/limits.ts";
import { messageKinds } from "#contract/manage/webhooks/webhook-messages.ts";
import packageJson from "../package.json" with { type: "json" };
import { CONNECTION_LIMITS } from "../server/http/connections.ts";
import { HTTP_LIMITS } from "../server/http/http-edge.ts";
import { JSON_DEPTH_MAX } from "../server/http/json-depth.ts";
import { settings } from "../server/settings/settings.ts";
import { engineNames } from "../server/transcription/engines.ts";

const ROOT = join(import.meta.dirname, "..");
const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];
const textOf = (page: string) => readFileSync(join(ROOT, page), "utf8");
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

describe.each(pages)("%s", (page) => {
  test("links to what is there", () => {
    const links = matches(textOf(page), /\]\((?!https?:|#)([^)#]+)[^)]*\)/g);
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
  });

  test("names files that are there", () => {
    const paths = matches(
      textOf(page),
      /`((?:bench|bin|contract|deploy|docs|scripts|server|tests|web)\/[\w./-]*)`/g,
    );
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test("names npm scripts that are there", () => {
    const scripts = matches(textOf(page), /npm run ([\w:]+)/g);
    expect(scripts.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
  });

  test("names settings that are there", () => {
    const known = Object.values(settings).map(({ env }) => env);
    const named = matches(textOf(page), /\b(FIRSTHAND_\w+)\b/g);
    expect(named.filter((name) => !(known as string[]).includes(name))).toEqual([]);
  });
});

test("the README's table has every setting in its own words", () => {
  const rows = Object.values(settings).map(({ env, describe: meaning }) => [env, meaning] as const);
  const lines = textOf("README.md").split("\n");
  const missing = rows.filter(
    ([env, meaning]) =>
      !lines.some((line) => line.startsWith(`| \`${env}\` |`) && line.endsWith(`| ${meaning} |`)),
  );
  expect(missing).toEqual([]);
});

test("the page on webhooks has every kind of message in its own words", () => {
  const page = textOf("docs/webhooks.md");
  const rows = Object.entries(messageKinds).map(([kind, { summary }]) => `| \`${kind}\` | ${summary} |`);
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});

test("the page on speaking shows how each engine is set", () => {
  const page = textOf("docs/voice.md");
  expect(engineNames.filter((name) => !page.includes(`\nFIRSTHAND_TRANSCRIBER=${name}\n`))).toEqual([]);
});

test("the page on signing in has the limits that are in force", () => {
  const page = textOf("docs/sign-in.md").replaceAll(/\s+/g, " ");
  for (const claim of [
    `not been used for ${limits.MANAGER_SESSION_IDLE_HOURS} hours, and after ${limits.MANAGER_SESSION_ABSOLUTE_HOURS} hours`,
    `An account has ${limits.SESSIONS_PER_MANAGER_MAX} at most`,
    `${limits.SIGN_IN_FAILURES_PER_HOUR} failures an hour`,
    `waits ${limits.CODE_WAIT_SECONDS} seconds`,
    `at least ${limits.PASSWORD_MIN_LENGTH} characters`,
  ])
    expect(page).toContain(claim);
});

describe("the page on security", () => {
  const rowsBelow = (heading: string) => {
    const [, part = ""] = textOf("docs/security.md").split(`## ${heading}\n`);
    const [text = ""] = part.split("\n## ");
    return text.split("\n").filter((line) => /^\| (?!Rows|---|\|)/.test(line));
  };
  const TEST = /`(?:server|tests|web|contract|console)\/[\w./-]+\.(?:test|spec)\.ts`/;

  test("has the limits that are in force for one caller", () => {
    const page = textOf("docs/security.md").replaceAll(/\s+/g, " ");
    const { unansweredMax, requestsMax, connectionsMax, stallMs, pieceMs, lingerMs } = CONNECTION_LIMITS;
    const kib = (bytes: number) => bytes / 1024;
    const mib = (bytes: number) => kib(bytes) / 1024;
    expect([unansweredMax, lingerMs]).toEqual([8, 1_000]);
    for (const claim of [
      `without an answer that was taken | ${unansweredMax} |`,
      `Requests on a connection | ${requestsMax.toLocaleString("en")} |`,
      `Connections | ${connectionsMax.toLocaleString("en")} |`,
      `| ${HTTP_LIMITS.headersTimeout / 1_000} s, ${HTTP_LIMITS.requestTimeout / 1_000} s |`,
      `no byte is taken | ${stallMs / 1_000} s |`,
      `Each MiB of an answer | ${pieceMs / 60_000} minutes |`,
      `${kib(PLAIN_BODY_MAX_BYTES)} KiB; a note, a mail template or a webhook ${kib(limits.WORDS_BODY_MAX_BYTES)} KiB; a record or a table of clients ${mib(BODY_MAX_BYTES)} MiB`,
      `Nesting of JSON | ${JSON_DEPTH_MAX} levels`,
      `history at most ${mib(HISTORY_MAX_BYTES)} MiB, submissions at most ${SUBMISSIONS_KEPT_MAX} and ${mib(SUBMISSIONS_KEPT_MAX_BYTES)} MiB`,
      `${SUBMISSIONS_PER_HOUR} submissions an hour`,
    ])
      expect(page).toContain(claim);
  });

  test("names a test for each threat", () => {
    const rows = rowsBelow("Threats and answers");
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => !TEST.test(row))).toEqual([]);
  });

  test("says of each row of the standard by which test it is met, or why not", () => {
    const rows = rowsBelow("ASVS 5.0, level 2");
    expect(rows.length).toBeGreaterThan(40);
    const states = rows.map((row) => row.split(" | ")[2] ?? "");
    expect(states.filter((state) => !/^(met|deviation|not applicable)/.test(state))).toEqual([]);
    expect(rows.filter((row, place) => states[place]?.startsWith("met") && !TEST.test(row))).toEqual([]);
  });

  test("has every chapter of the standard", () => {
    const chapters = rowsBelow("ASVS 5.0, level 2").flatMap((row) =>
      matches(row.split(" | ")[0] ?? "", /(?:^|[ |–])(\d+)\./g),
    );
    expect([...new Set(chapters.map(Number))].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 17 }, (_, place) => place + 1),
    );
  });
});

/** The project and the folders that have packages and a lock file of their own. */
const packageFolders = globSync("**/package-lock.json", { cwd: ROOT, exclude: ["**/node_modules"] }).map(
  dirname,
);

/** What a folder's package.json asks for, each with its version. */
function askedFor(folder: string): [name: string, version: string][] {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    textOf(join(folder, "package.json")),
  );
  return Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

test("every direct dependency has its line", () => {
  expect(packageFolders).toContain(".");
  const names = packageFolders.flatMap(askedFor).map(([name]) => name);
  const page = textOf("docs/dependencies.md");
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

/** As many as somebody can still read the changes of. */
const RUN_TIME_DEPENDENCIES_MAX = 31;

describe.each(packageFolders)("what is installed in %s", (folder) => {
  type Locked = { version?: string; resolved?: string; integrity?: string; link?: boolean };
  const text = textOf(join(folder, "package-lock.json"));
  const { packages } = JSON.parse(text) as {
    packages: { [path: string]: Locked & { [name: string]: unknown } };
  };
  const locked = Object.entries(packages).filter(([path]) => path !== "");
  const namesOf = (isSo: (entry: (typeof locked)[number]) => boolean) =>
    locked.filter(isSo).map(([path]) => path);

  test("is asked for by exact versions", () => {
    const isExact = ([, version]: [string, string]) => /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version);
    expect(askedFor(folder).filter((asked) => !isExact(asked))).toEqual([]);
  });

  test("comes from one registry alone, by hash: no repository, no folder, no address", () => {
    expect(locked.length).toBeGreaterThan(0);
    expect(namesOf(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""))).toEqual([]);
    expect(namesOf(([, { version, link }]) => link === true || !/^\d/.test(version ?? ""))).toEqual([]);
    const isElsewhere = (resolved = "https://registry.npmjs.org/") =>
      !resolved.startsWith("https://registry.npmjs.org/");
    expect(namesOf(([, { resolved }]) => isElsewhere(resolved))).toEqual([]);
  });

  test("brings no install script, and would not be let run one", () => {
    expect(text).not.toContain("hasInstallScript");
    expect(textOf(join(folder, ".npmrc")).split("\n")).toContain("ignore-scripts=true");
  });
});

test(`the product has at most ${RUN_TIME_DEPENDENCIES_MAX} direct dependencies`, () => {
  expect(Object.keys(packageJson.dependencies).length).toBeLessThanOrEqual(RUN_TIME_DEPENDENCIES_MAX);
});
