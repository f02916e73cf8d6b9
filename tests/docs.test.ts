import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { questionsOf } from "#contract/interview/interview.ts";
import { kinds } from "#contract/interview/kinds/kinds.ts";
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
import clientJson from "../clients/typescript/package.json" with { type: "json" };
import packageJson from "../package.json" with { type: "json" };
import { API_TYPES, apiTypes } from "../scripts/docs/api-types.ts";
import { generatedPages } from "../scripts/docs/pages.ts";
import { exampleSettings } from "../scripts/docs/settings-page.ts";
import { buildProgram } from "../server/cli/program.ts";
import { CONNECTION_LIMITS } from "../server/http/connections.ts";
import { HTTP_LIMITS } from "../server/http/http-edge.ts";
import { JSON_DEPTH_MAX } from "../server/http/json-depth.ts";
import { readConfig } from "../server/settings/config.ts";
import { settings } from "../server/settings/settings.ts";
import { engineNames } from "../server/transcription/engines.ts";
import { bannedInPages } from "./words/banned-words.ts";

const ROOT = join(import.meta.dirname, "..");
const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];
const textOf = (page: string) => readFileSync(join(ROOT, page), "utf8");
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

/** Pages generated from texts in the code, which has its own checks. */
const generated = new Set(Object.keys(generatedPages()));
/**
 * Code blocks, the results that `test:long` and `bench` write between marks, and the table of metrics, whose texts come
 * from the code.
 */
const WRITTEN_BY_PROGRAMS = /```[\s\S]*?```|<!-- [\w.-]+ -->[\s\S]*?<!-- \/\w* -->|^\| `firsthand_.*$/gm;

/** Anchors of a page's headings, as GitHub makes them. */
function headingsOf(page: string): string[] {
  const text = textOf(page).replaceAll(/```[\s\S]*?```/g, "");
  return matches(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** The first word in a command line that is neither a command nor an option of the command before it. */
function unknownWord(line: string, command: Command = buildProgram({})): string | undefined {
  const [word = "", ...rest] = line.split(" ");
  const next = command.commands.find((each) => each.name() === word);
  if (next) return unknownWord(rest.join(" "), next);
  if (command.commands.length > 0 && command.registeredArguments.length === 0) return word || undefined;
  const known = command.createHelp().visibleOptions(command);
  return matches(line, /(?<= |^)(--[\w-]+)/g).find((option) => !known.some(({ long }) => long === option));
}

describe.each(pages)("%s", (page) => {
  test("links to existing pages", () => {
    const links = matches(textOf(page), /\]\((?!https?:|#)([^)#]+)[^)]*\)/g);
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
  });

  test("links to existing headings", () => {
    const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
    const isMissing = ([, link = "", heading = ""]: RegExpMatchArray) =>
      !headingsOf(link === "" ? page : join(dirname(page), link)).includes(heading);
    expect(links.filter(isMissing).map(([whole]) => whole)).toEqual([]);
  });

  // banned-words.test.ts also checks pages, for the words that are banned everywhere
  test("is in plain words", () => {
    const prose = generated.has(page)
      ? ""
      : textOf(page)
          .replaceAll(WRITTEN_BY_PROGRAMS, "")
          .replaceAll(/`[^`\n]*`/g, "");
    expect(bannedInPages.flatMap(({ pattern }) => prose.match(pattern) ?? [])).toEqual([]);
  });

  test("names existing files", () => {
    const paths = matches(
      textOf(page),
      /`((?:bench|bin|console|contract|deploy|docs|examples|scripts|server|tests|web)\/[\w./-]*)`/g,
    );
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test("names existing npm scripts", () => {
    const scripts = matches(textOf(page), /npm run ([\w:]+)/g);
    expect(scripts.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
  });

  test("names existing commands and options", () => {
    const lines = matches(
      textOf(page),
      /(?:^|`|npx |exec \S+ |run --rm |-- |\/)firsthand ([a-z][^`\n#|]*)/gm,
    );
    expect(lines.filter((line) => unknownWord(line))).toEqual([]);
  });

  test("names existing settings", () => {
    const known = Object.values(settings).map(({ env }) => env);
    const named = matches(textOf(page), /\b(FIRSTHAND_\w+)\b/g);
    const all: string[] = [...known, ...OF_MCP];
    expect(named.filter((name) => !all.includes(name))).toEqual([]);
  });
});

test.each(Object.entries(generatedPages()))("%s matches the output of npm run docs", (page, text) => {
  expect(textOf(page)).toBe(text);
});

test("the types of the TypeScript client match the output of npm run docs", () => {
  expect(textOf(API_TYPES) === apiTypes(), "run npm run docs").toBe(true);
});

test("the TypeScript client has the version of the product, and the packages it is tested with", () => {
  const { version, dependencies } = clientJson;
  expect(version).toBe(packageJson.version);
  expect(packageJson.devDependencies).toMatchObject(dependencies);
});

test("the settings of the first example are accepted", () => {
  expect(() => readConfig(exampleSettings)).not.toThrow();
});

const decisions = pages.filter((page) => /^docs\/decisions\/\d/.test(page));

test.each([
  ["README.md", 900],
  ["ARCHITECTURE.md", 900],
  ...decisions.map((page): [string, number] => [page, 250]),
])("%s has at most %i words", (page, max) => {
  expect(textOf(page).trim().split(/\s+/).length).toBeLessThanOrEqual(max);
});

test("the README shows six pictures, and each of the two commands in a block", () => {
  const readme = textOf("README.md");
  expect(readme.match(/!\[[^\]]+\]\(docs\/images\/screens\//g)).toHaveLength(6);
  expect(readme).toContain("\n```\nnpm start\n```\n");
  expect(readme).toContain("\n```\nnpm test\n```\n");
});

test("the page on architecture shows the drawing made from the imports", () => {
  expect(textOf("ARCHITECTURE.md")).toContain("](docs/images/architecture.svg)");
});

test.each(["contract", "web", "console", "server", "server/storage"])(
  "the code map has each folder of %s, and no other",
  (part) => {
    const [, section = ""] = textOf("docs/code-map.md").split(`\n## ${part}/\n`);
    const [tree = ""] = matches(section, /^```\n([\s\S]*?)^```/gm);
    const named = matches(tree, /(?:^|(?<= {2}))([a-z-]+)\/(?= |$)/gm);
    const folders = readdirSync(join(ROOT, part), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "public")
      .map(({ name }) => name);
    expect(named.toSorted()).toEqual(folders.toSorted());
  },
);

test("the index of decisions lists each one with its title, status and date", () => {
  const index = textOf("docs/decisions/README.md");
  const rows = decisions
    .map((page) => basename(page))
    .map((name) => {
      const [title = "", , status = ""] = textOf(join("docs/decisions", name)).split("\n");
      const [, number, words] = /^# (\d+)\. (.+)$/.exec(title) ?? [];
      const [, date, state] = /^(\d{4}-\d\d-\d\d)\. (.+)\.$/.exec(status) ?? [];
      return `| [${number}](${name}) | ${words} | ${state} | ${date} |`;
    });
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => !index.includes(row))).toEqual([]);
});

test("the page on troubleshooting quotes real sentences of the product", () => {
  const files = globSync("{bin,contract,scripts,server}/**/*.{ts,js,json}", {
    cwd: ROOT,
    exclude: ["**/node_modules"],
  });
  const said = files
    .filter((file) => !file.includes(".test."))
    .map(textOf)
    .join("\n");
  const quoted = matches(textOf("docs/troubleshooting.md"), /^(?:### |\| )`([^`]+)`(?:$| \|)/gm);
  expect(quoted.length).toBeGreaterThan(20);
  const parts = quoted.flatMap((sentence) => sentence.split("…"));
  expect(parts.filter((part) => !said.includes(part.trim()))).toEqual([]);
});

test("the page on webhooks has every kind of message in its own words", () => {
  const page = textOf("docs/webhooks.md");
  const rows = Object.entries(messageKinds).map(([kind, { summary }]) => `| \`${kind}\` | ${summary} |`);
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});

test("the page on voice shows how to set each engine", () => {
  const page = textOf("docs/voice.md");
  expect(engineNames.filter((name) => !page.includes(`\nFIRSTHAND_TRANSCRIBER=${name}\n`))).toEqual([]);
});

test("the page on signing in has the limits in force", () => {
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

  test("has the limits in force for one caller", () => {
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

  test("says for each row of the standard which test covers it, or why none does", () => {
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

/** The folders with a package and a lock file: the project's root and others. */
const packageFolders = globSync("**/package-lock.json", { cwd: ROOT, exclude: ["**/node_modules"] }).map(
  dirname,
);

/** The dependencies in a folder's package.json, each with its version. */
function askedFor(folder: string): [name: string, version: string][] {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    textOf(join(folder, "package.json")),
  );
  return Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

test.each([...Object.keys(kinds), "statement"])(
  "the kind %s has its row, and is tested in a browser",
  (kind) => {
    expect(textOf("docs/your-own-interview.md")).toContain(`| \`${kind}\` |`);
    const tried = ["every-kind.yaml", "repeated-forms.yaml"].map((file) =>
      textOf(`tests/support/data/${file}`),
    );
    const isBuiltIn = questionsOf(builtInInterview).some((question) => question.kind === kind);
    if (!isBuiltIn) expect(tried.join("\n")).toMatch(new RegExp(`kind: ${kind}\\b`));
  },
);

test("every direct dependency has its line", () => {
  expect(packageFolders).toContain(".");
  const names = packageFolders.flatMap(askedFor).map(([name]) => name);
  const page = textOf("docs/dependencies.md");
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

/** The settings of `firsthand mcp`, which runs beside another program and needs no installation. */
const OF_MCP = ["FIRSTHAND_URL", "FIRSTHAND_TOKEN"];
/** A limit at which somebody can still read the changes of every dependency. */
const RUN_TIME_DEPENDENCIES_MAX = 39;

describe.each(packageFolders)("the installed packages in %s", (folder) => {
  type Locked = { version?: string; resolved?: string; integrity?: string; link?: boolean };
  const text = textOf(join(folder, "package-lock.json"));
  const { packages } = JSON.parse(text) as {
    packages: { [path: string]: Locked & { [name: string]: unknown } };
  };
  const locked = Object.entries(packages).filter(([path]) => path !== "");
  const namesOf = (isSo: (entry: (typeof locked)[number]) => boolean) =>
    locked.filter(isSo).map(([path]) => path);

  test("have exact versions", () => {
    const isExact = ([, version]: [string, string]) => /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version);
    expect(askedFor(folder).filter((asked) => !isExact(asked))).toEqual([]);
  });

  test("come only from one registry, by hash: no repository, no folder, no address", () => {
    expect(locked.length).toBeGreaterThan(0);
    expect(namesOf(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""))).toEqual([]);
    expect(namesOf(([, { version, link }]) => link === true || !/^\d/.test(version ?? ""))).toEqual([]);
    const isElsewhere = (resolved = "https://registry.npmjs.org/") =>
      !resolved.startsWith("https://registry.npmjs.org/");
    expect(namesOf(([, { resolved }]) => isElsewhere(resolved))).toEqual([]);
  });

  test("bring no install script, and could not run one", () => {
    expect(text).not.toContain("hasInstallScript");
    expect(textOf(join(folder, ".npmrc")).split("\n")).toContain("ignore-scripts=true");
  });
});

test(`the product has at most ${RUN_TIME_DEPENDENCIES_MAX} direct dependencies`, () => {
  expect(Object.keys(packageJson.dependencies).length).toBeLessThanOrEqual(RUN_TIME_DEPENDENCIES_MAX);
});
