import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { trials } from "../support/faults/faults.ts";
import { filesNamed, type Tracing, tracingProblem } from "../support/faults/strace.ts";
import { testUnless } from "../support/faults/test-unless.ts";
import { parseRaw, sendRaw } from "../support/peers/raw-http.ts";
import { headersFault } from "../support/security/expected-headers.ts";
import { countTried } from "../support/security/security-counts.ts";
import { besides, traversals } from "../support/security/traversals.ts";
import { fillFolder, temporaryFolder } from "../support/service/data-folder.ts";
import { readyServer } from "../support/service/server-on-folder.ts";

/** The server serves only the build, and opens no other file (promise P34). */

const ROOT = join(import.meta.dirname, "../..");
const DIST = join(ROOT, "dist");
const AT_ONCE = 20;
/** Strings that occur in the files that the requests aim at. */
const CONTENTS = [
  "root:x:0",
  '"private": true',
  "[core]",
  "SQLite format 3",
  "ref: refs/",
  "import {",
  "masterKeys",
];

/** V8 reads the speed of its clock from here, at whatever moment one of its threads first waits for another. */
const PROCESSOR = "/sys/devices/system/cpu/";

let temporary: ReturnType<typeof temporaryFolder>;
let folder: string;
beforeEach(() => {
  temporary = temporaryFolder();
  folder = join(temporary.folder, "data");
});
afterEach(() => temporary.remove());

testUnless(tracingProblem())(
  "no address leads out of the build, and the server opens only files of the build and its data",
  { timeout: 300_000 },
  async () => {
    await fillFolder(folder);
    const log = join(temporary.folder, "log");
    const tracing: Tracing = { log, calls: ["%file"], isOfAll: true };
    const server = await readyServer(folder, tracing);
    const get = async (target: string) => {
      const bytes = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, "latin1");
      return { target, ...parseRaw(await sendRaw(server.url, bytes)) };
    };
    const assets = [...assetsOf("web", "/assets/"), ...assetsOf("console", "/console/assets/")];
    const page = (await get("/console/")).body;
    // the first requests make the server load everything that it loads lazily
    for (const { address } of assets) expect((await get(address)).status).toBe(200);
    const before = filesNamed(log).length;

    const targets = [...traversals(trials(7, 1)), ...assets.flatMap(({ address }) => besides(address))];
    expect(targets.length).toBeGreaterThan(300);
    const wrong: string[] = [];
    for (let first = 0; first < targets.length; first += AT_ONCE) {
      const answers = await Promise.all(targets.slice(first, first + AT_ONCE).map(get));
      for (const answer of answers) {
        const fault = faultOf(answer, page);
        if (fault) wrong.push(`${answer.target}: ${fault}`);
      }
    }
    expect(wrong).toEqual([]);

    for (const { address } of assets) expect((await get(address)).status).toBe(200);
    await server.stop("SIGTERM");
    const named = filesNamed(log).slice(before);
    // proves that the trace shows every served file, so that a file missing from it was not opened
    for (const { file } of assets) expect(named.some((path) => path.startsWith(file))).toBe(true);
    const known = [`${DIST}/`, `${folder}/`, PROCESSOR];
    // SQLite opens the folder to flush its file names to the disk before a checkpoint
    const isOurs = (path: string) => path === folder || known.some((start) => path.startsWith(start));
    expect([...new Set(named)].filter((path) => !isOurs(path))).toEqual([]);
    countTried("addresses that lead out of a folder", targets.length);
  },
);

type Answer = { target: string; status: number; headers: Headers; body: string };

/** Every address below the console's serves the same page, and the browser routes it; every other address is a 404. */
function faultOf({ target, status, headers, body }: Answer, page: string): string | undefined {
  const content = CONTENTS.find((text) => body.includes(text));
  if (content) return `has ${content}`;
  const isConsole = target.startsWith("/console/") && !target.startsWith("/console/assets/");
  if (isConsole && status === 200) return body === page ? undefined : "another page";
  const isExpected = status === 404 || (status === 400 && !isReadable(target));
  return isExpected ? headersFault(headers) : String(status);
}

/** An address that is not valid UTF-8 is refused with 400. */
function isReadable(target: string): boolean {
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
}

function assetsOf(app: string, start: string) {
  const place = join(DIST, app, "assets");
  const names = readdirSync(place).filter((name) => !/\.(?:br|gz)$/.test(name));
  expect(names.length).toBeGreaterThan(1);
  return names.map((name) => ({ address: `${start}${name}`, file: join(place, name) }));
}

test("the build has no source map, and nothing points to one", () => {
  const files = ["web", "console"]
    .flatMap((folder) => readdirSync(join(DIST, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => join(parentPath, name));
  expect(names.filter((name) => name.endsWith(".map"))).toEqual([]);
  const texts = names.filter((name) => /\.(?:js|css|html)$/.test(name));
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter((name) => readFileSync(name, "utf8").includes("sourceMappingURL"))).toEqual([]);
});
