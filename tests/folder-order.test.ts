import { describe, expect, test } from "vitest";
import { type SourceFile, sourceFiles } from "./support/data/source-files.ts";

/**
 * The order of the folders in each part: a folder imports values and types only from itself and from folders before it.
 * `.` is the part's root.
 */
const ORDERS = {
  contract: [".", "messages", "interview", "record", "api", "manage"],
  web: [
    ".",
    "ui",
    "language",
    "api",
    "offline",
    "session",
    "draft",
    "dictation",
    "takes",
    "transcript",
    "follow-ups",
    "questions",
    "review",
    "thanks",
    "talk",
    "devices",
    "ask-someone",
    "interview",
    "entries",
  ],
  server: [
    "outgoing",
    "storage",
    "object-store",
    "runtime",
    "http",
    "api-document",
    "jobs",
    "managers",
    "access-keys",
    "limits",
    "pins",
    "passkeys",
    "helping",
    "sessions",
    "interview-file",
    "transcription",
    "settings",
    "backups",
    "interviews",
    "records",
    "audit",
    "briefs",
    "takes",
    "clients",
    "overview",
    "search",
    "shares",
    "mail",
    "bulk",
    "webhooks",
    "openid",
    "pages",
    "metrics",
    "checks",
    "mcp",
    "routes",
    ".",
    "doctor",
    "setup",
    "cli",
  ],
  "server/storage": [
    "engine",
    "audit",
    "migrations",
    "sealing",
    "sqlite",
    "postgres",
    "outbox",
    "interviews",
    "access",
    "takes",
    "follow-ups",
    "clients",
    "records",
    "timeline",
    "managers",
    "webhooks",
    "mail",
    "bulk",
    "settings",
    "search",
    "backup",
    "move",
    ".",
  ],
};
/** Files in the root of `web` that assemble the app; every folder may import the other files in the root. */
const ENTRIES = new Set(["web/App.tsx", "web/main.tsx", "web/prerender.tsx"]);

const files = sourceFiles("contract", "web", "console", "server");

describe.each(Object.entries(ORDERS))("in %s", (part, order) => {
  const inPart = files.filter(({ path }) => path.startsWith(`${part}/`));
  const folderOf = (path: string) =>
    ENTRIES.has(path) ? "entries" : (/^([^/]+)\//.exec(path.slice(part.length + 1))?.[1] ?? ".");
  const rankOf = (path: string) => order.indexOf(folderOf(path));

  test("a folder imports only from itself and those before it", () => {
    const backwards = inPart.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target.startsWith(`${part}/`))
        .filter(({ target }) => rankOf(target) > rankOf(path))
        .map(({ target }) => `${path} → ${target}`),
    );
    expect(backwards).toEqual([]);
  });

  test("each folder has its place in the order, and each place a folder", () => {
    expect([...new Set(inPart.map(({ path }) => folderOf(path)))].sort()).toEqual(
      order.filter((folder) => folder !== "messages").toSorted(),
    );
  });
});

test("no file imports itself through others at the program's start", () => {
  expect(inCircles(files)).toEqual([]);
});

/**
 * The files in import cycles: files that import nothing of the rest or that nothing of the rest imports are removed
 * until no such file is left.
 */
function inCircles(all: SourceFile[]): string[] {
  const targetsOf = (file: SourceFile, among: ReadonlySet<string>) =>
    file.imports.filter(({ target, isType }) => !isType && among.has(target)).map(({ target }) => target);
  const paths = new Set(all.map(({ path }) => path));
  const imported = new Set(all.flatMap((file) => targetsOf(file, paths)));
  const left = all.filter((file) => imported.has(file.path) && targetsOf(file, paths).length > 0);
  return left.length === all.length ? [...paths] : inCircles(left);
}
