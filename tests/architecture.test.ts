import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { importsOf, type SourceFile, sourceFiles } from "./support/data/source-files.ts";

/**
 * The wall between the parts where the compiler does not enforce it; tests/folder-order.test.ts checks the order of
 * folders inside each part.
 */
const ROOT = join(import.meta.dirname, "..");
const files = sourceFiles("contract", "web", "console", "server");
const inPart = (part: string) => files.filter(({ path }) => path.startsWith(`${part}/`));

/** Each import that is not allowed, so that a failure names all of them. */
function importsAgainst(where: SourceFile[], isAllowed: (target: string, from: SourceFile) => boolean) {
  return where.flatMap((file) =>
    file.imports
      .filter(({ target }) => !isAllowed(target, file))
      .map(({ target }) => `${file.path} → ${target}`),
  );
}

function filesWith(where: SourceFile[], pattern: RegExp): string[] {
  return where.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

const isPackage = (target: string) =>
  !/^(?:\.\.\/|(?:contract|web|console|server|tests|scripts|bench|bin)\/)/.test(target);
const isReact = (target: string) => /^react(?:-dom)?(?:\/|$)/.test(target);

test("there are files to check", () => {
  expect(inPart("contract").length).toBeGreaterThan(10);
  expect(inPart("web").length).toBeGreaterThan(50);
  expect(inPart("server").length).toBeGreaterThan(30);
  expect(importsOf(`import "./a.css";\nimport { x } from './b.ts';\nconst y = import("./c.ts");`)).toEqual([
    { target: "./a.css", isType: false },
    { target: "./b.ts", isType: false },
    { target: "./c.ts", isType: false },
  ]);
});

test("code that belongs to one kind of question is in that kind's files", () => {
  const own = [
    /^contract\/interview\/(definitions|kinds)\//,
    /^web\/questions\//,
    /^console\/client\/answer-for\//,
    /^console\/interviews\/editor\/kinds\//,
    "contract/interview/built-in-interview.ts",
    // remarks about tools are a separate entry
    "contract/interview/question.ts",
    "server/interview-file/read-interview-file.ts",
    // which kind a question from a table or a template has
    "server/interviews/read-table.ts",
    "server/interviews/templates/parts.ts",
    // the specification names three forms
    "contract/record/form-data.ts",
    // the facts at the top of a brief
    "contract/manage/answers/brief.ts",
    // names that dictation should know
    "web/interview/workspace/workspace.ts",
  ];
  const isOwn = (path: string) =>
    own.some((place) => (typeof place === "string" ? place === path : place.test(path)));
  const naming = filesWith(files, /"(?:business-profile|tool-picker|short-text)"/).filter(
    (path) => !/\.(test|suite)\.tsx?$/.test(path),
  );
  expect(naming.filter((path) => !isOwn(path))).toEqual([]);
});

describe("between the parts", () => {
  test("contract imports only contract and zod/mini", () => {
    const against = importsAgainst(
      inPart("contract"),
      (target) => target.startsWith("contract/") || target === "zod/mini",
    );
    expect(against).toEqual([]);
  });

  test("code that only managers need is not loaded by a client", () => {
    const elsewhere = inPart("contract").filter(({ path }) => !path.startsWith("contract/manage/"));
    const isForClients = (target: string) => !target.startsWith("contract/manage/");
    expect(importsAgainst([...elsewhere, ...inPart("web")], isForClients)).toEqual([]);
  });

  test.for(["web", "server"])("%s imports only itself, contract and packages", (part) => {
    const against = importsAgainst(
      inPart(part),
      (target) => target.startsWith(`${part}/`) || target.startsWith("contract/") || isPackage(target),
    );
    expect(against).toEqual([]);
  });

  test("console imports only itself, contract, packages, and the shared screens of web without product words", () => {
    const isShared = (target: string) => target.startsWith("contract/") || target.startsWith("web/ui/");
    const isOwn = (target: string) => target.startsWith("console/") || isShared(target) || isPackage(target);
    // a separate page, which shows an interview as clients meet it
    const isPreview = ({ path }: SourceFile) => path.startsWith("console/preview/");
    const against = importsAgainst(
      inPart("console"),
      (target, from) => isOwn(target) || (isPreview(from) && target.startsWith("web/")),
    );
    expect(against).toEqual([]);
    const pages = inPart("console").filter((file) => !isPreview(file));
    const ofPreview = importsAgainst(
      pages,
      (target) => !target.startsWith("console/preview/") || target === "console/preview/preview-messages.ts",
    );
    expect(ofPreview).toEqual([]);
  });

  test("neither app imports the other's side of the contract", () => {
    expect(importsAgainst(inPart("web"), (target) => !target.startsWith("contract/manage/"))).toEqual([]);
    expect(importsAgainst(inPart("web"), (target) => !target.includes("console"))).toEqual([]);
  });

  test("web imports nothing from Node, and server nothing from React", () => {
    const apps = [...inPart("web"), ...inPart("console")];
    expect(importsAgainst(apps, (target) => !target.startsWith("node:"))).toEqual([]);
    expect(importsAgainst(inPart("server"), (target) => !isReact(target))).toEqual([]);
  });

  test("contract is imported by name, not by a relative path", () => {
    const outside = files.filter(({ path }) => !path.startsWith("contract/"));
    expect(filesWith(outside, /["'](?:\.\.\/)+contract\//)).toEqual([]);
  });
});

describe("in the apps", () => {
  const apps = [...inPart("web"), ...inPart("console")];

  test("a plain module does not import React", () => {
    const plain = apps.filter(
      ({ path }) => path.endsWith(".ts") && !/(?:^|\/)use-[^/]+\.ts$|\.d\.ts$/.test(path),
    );
    expect(importsAgainst(plain, (target) => !isReact(target))).toEqual([]);
  });

  test("effects are in hooks only, each in its own file", () => {
    const others = apps.filter(({ path }) => !basename(path).startsWith("use-"));
    expect(filesWith(others, /\buse(?:Layout|Insertion)?Effect\b/)).toEqual([]);
  });

  test("a component is in a file named after it", () => {
    const components = apps.filter(({ path }) => /\/[A-Z][A-Za-z]*\.tsx$/.test(path));
    const misnamed = components.filter(
      ({ path, text }) =>
        !new RegExp(`export (?:function|class|const) ${basename(path, ".tsx")}\\b`).test(text),
    );
    expect(misnamed.map(({ path }) => path)).toEqual([]);
  });

  test("no screen imports the built-in interview", () => {
    expect(importsAgainst(apps, (target) => !target.includes("built-in-interview"))).toEqual([]);
  });

  test("each has one fetch, and the service worker has its own", () => {
    expect(filesWith(apps, /\bfetch\(|XMLHttpRequest|sendBeacon/).sort()).toEqual([
      "console/api/call.ts",
      "web/api/call.ts",
      "web/offline/service-worker.ts",
    ]);
  });

  test.each(["client", "console"])("each message of the %s is used somewhere", (name) => {
    const messages = JSON.parse(readFileSync(join(ROOT, `contract/messages/${name}/en.json`), "utf8"));
    // the server's code is left out, because it uses the same words as names of files
    const code = files
      .filter(({ path }) => !path.startsWith("server/"))
      .map(({ text }) => text)
      .join("\n");
    // the whole id, or its first words in a template that fills in the rest
    const isSaid = (id: string) =>
      code.includes(`"${id}"`) ||
      [...id.matchAll(/\./g)].some(({ index }) => code.includes(`\`${id.slice(0, index + 1)}\${`));
    expect(Object.keys(messages).filter((id) => !isSaid(id))).toEqual([]);
  });

  test("no text becomes markup", () => {
    expect(filesWith(apps, /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML/)).toEqual([]);
  });
});

test("SQL is under server/storage only", () => {
  const elsewhere = files.filter(({ path }) => !path.startsWith("server/storage/"));
  const isDatabase = (target: string) => /^(?:kysely|node:sqlite|pg|postgres)(?:\/|$)/.test(target);
  expect(importsAgainst(elsewhere, (target) => !isDatabase(target))).toEqual([]);
});

test("no code outside storage asks which engine is used", () => {
  const outside = inPart("server").filter(({ path }) => !/^server\/(?:storage|settings)\//.test(path));
  expect(filesWith(outside, /\bdatabaseHosts\b/)).toEqual([]);
  const isEngine = (target: string) => /^server\/storage\/(?:sqlite|postgres)\//.test(target);
  expect(importsAgainst(outside, (target) => !isEngine(target))).toEqual([]);
});

test("each database engine can be opened, and passes the same suite", () => {
  const storage = inPart("server").filter(({ path }) => path.startsWith("server/storage/"));
  const opening = storage.filter(({ text }) => /\): Promise<Engine> \{/.test(text));
  expect(opening.length).toBeGreaterThan(1);
  const database = files.find(({ path }) => path === "server/storage/database.ts");
  const opened = database?.imports.map(({ target }) => target) ?? [];
  expect(opening.filter(({ path }) => !opened.includes(path)).map(({ path }) => path)).toEqual([]);
  const suiteOf = ({ path }: SourceFile) => join(ROOT, path.replace(/\.ts$/, ".test.ts"));
  const isTested = (file: SourceFile) =>
    existsSync(suiteOf(file)) && readFileSync(suiteOf(file), "utf8").includes("storageSuite(");
  expect(opening.filter((file) => !isTested(file)).map(({ path }) => path)).toEqual([]);
});

test("one file decides what is logged", () => {
  expect(filesWith(inPart("server"), /\bpino\(|\bconsole\.\w+\(/)).toEqual(["server/runtime/log.ts"]);
});

test("only server/outgoing connects to other hosts, and mail uses its connection", () => {
  const connects =
    /\bfetch\(|\b(?:https?|net|tls)\.(?:request|get|connect|createConnection)\(|\bconnect\(\{|from "(?:node:(?:https|http2|tls|dgram)|undici|ws)"/;
  const server = inPart("server").filter(({ path }) => !path.startsWith("server/outgoing/"));
  expect(filesWith(server, connects)).toEqual([]);
  expect(filesWith(inPart("server"), /from "nodemailer/)).toEqual(["server/mail/send-mail.ts"]);
  expect(filesWith(inPart("server"), /from "openid-client"/).sort()).toEqual([
    "server/openid/provider-client.ts",
    "server/openid/provider.ts",
    "server/openid/read-provider-failure.ts",
  ]);
});

describe("names and folders", () => {
  const paths = globSync("{contract,web,console,server,tests,scripts}/**", {
    cwd: ROOT,
    exclude: ["**/node_modules"],
  }).map((path) => path.replaceAll("\\", "/"));

  test("no file or folder is called utils, helpers or common, and there is no barrel", () => {
    const isVague = (name: string) => /^(?:utils?|helpers?|common)(?:\.|$)|^index\.tsx?$/i.test(name);
    expect(paths.filter((path) => isVague(basename(path)))).toEqual([]);
  });

  test("no folder is more than three deep below its part", () => {
    // at most the part, three folders and the file
    const tooDeep = files.filter(({ path }) => path.split("/").length > 5);
    expect(tooDeep.map(({ path }) => path)).toEqual([]);
  });

  test("a folder has at most 25 files of code, unless each belongs to one resource or release", () => {
    const folders = Map.groupBy(files, ({ path }) => dirname(path));
    const large = [...folders].filter(([, inFolder]) => inFolder.length > 25).map(([folder]) => folder);
    expect(large.sort()).toEqual([
      "contract/manage",
      "contract/manage/endpoints",
      "server/routes/manage",
      "server/storage/migrations",
    ]);
  });
});
