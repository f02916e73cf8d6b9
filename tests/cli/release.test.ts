import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { BARE, packRelease, unpackRelease } from "../support/service/packed-release.ts";

/**
 * The release as people download it: unpacked in a folder, with no other file of ours and no other Node.js in reach.
 */

const run = promisify(execFile);
const PACKED_AT_MOST_BYTES = 90_000_000;
const CLIENT_AT_MOST_BYTES = 100_000;

const folder = mkdtempSync(join(tmpdir(), "firsthand-release-"));
let files: string[];
let program: string;
beforeAll(() => {
  files = packRelease(join(folder, "release"));
  program = unpackRelease(fileNamed(".tar.gz"), folder);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileNamed = (ending: string) => files.find((file) => file.endsWith(ending)) ?? "";

/** Starts the server of a new installation, calls `act`, and stops the server. */
async function whileServing(command: string, args: string[], act: (url: string) => Promise<void>) {
  const data = mkdtempSync(join(folder, "data-"));
  const server = spawn(command, [...args, "serve"], {
    env: { ...BARE, FIRSTHAND_DATA: data, PORT: "0", FIRSTHAND_FFMPEG: "none" },
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  try {
    const url = await addressIn(server.stdout);
    if (url === undefined) throw new Error(`${command} ended before it served anything.`);
    await act(url);
  } finally {
    server.kill();
    await ended;
  }
}

async function addressIn(output: Readable): Promise<string | undefined> {
  for await (const line of createInterface(output)) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  return undefined;
}

describe("the tarball", () => {
  test("contains one program with its own Node.js, and its parts", () => {
    const root = join(program, "..");
    expect(readdirSync(root).sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "bin",
      "contract",
      "deploy",
      "dist",
      "firsthand",
      "node",
      "package.json",
      "server",
    ]);
    for (const name of ["node/LICENSE", "dist/sbom.cdx.json", "dist/licenses.txt"])
      expect(existsSync(join(root, name)), name).toBe(true);
    expect(readFileSync(fileNamed(".tar.gz")).length).toBeLessThan(PACKED_AT_MOST_BYTES);
  });

  test("prints its version, with commit and day, from any folder and through a link", async () => {
    const link = join(folder, "linked");
    symlinkSync(program, link);
    for (const called of [program, link]) {
      const { stdout } = await run(called, ["--version"], { env: BARE, cwd: tmpdir() });
      expect(stdout).toMatch(/^\d+\.\d+\.\d+ \(([0-9a-f]{7,}(-dirty)?, )?\d{4}-\d\d-\d\d\)\n$/);
    }
  });

  test("serves the interview and the console, with nothing else on the machine", async () => {
    await whileServing(program, [], async (url) => {
      for (const [path, words] of [
        ["/", "Access Interview"],
        ["/console", "<title>"],
        ["/privacy", "How we protect your answers"],
        ["/api", "API reference"],
        ["/api/page.css", "article"],
        ["/healthz", "ok"],
      ] as const) {
        const response = await fetch(url + path);
        expect([path, response.status]).toEqual([path, 200]);
        expect(await response.text()).toContain(words);
      }
    });
  });

  test("runs the commands", async () => {
    const data = mkdtempSync(join(folder, "data-"));
    const env = { ...BARE, FIRSTHAND_DATA: data };
    await expect(run(program, ["client", "list"], { env })).rejects.toMatchObject({
      stderr: expect.stringContaining("There is no installation in"),
    });
    const { stdout } = await run(program, ["interview", "print"], { env });
    expect(stdout).toContain("sections");
  });
});

describe("the package", () => {
  test("runs the interview with an installed Node.js, without another package", async () => {
    const place = mkdtempSync(join(folder, "npm-"));
    writeFileSync(join(place, "package.json"), '{"name":"empty","version":"1.0.0"}');
    const quiet = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts"];
    await run("npm", ["install", ...quiet, fileNamed(`firsthand-${packageJson.version}.tgz`)], {
      cwd: place,
    });
    expect(readdirSync(join(place, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "firsthand",
    ]);
    const installed = join(place, "node_modules/firsthand/bin/firsthand.js");
    await whileServing(process.execPath, [installed], async (url) => {
      expect((await fetch(url)).status).toBe(200);
    });
  });
});

describe("the client for TypeScript", () => {
  test("is a package of its code, its types and its guide, with one dependency", () => {
    const tarball = fileNamed(`firsthand-client-${packageJson.version}.tgz`);
    const place = mkdtempSync(join(folder, "client-"));
    execFileSync("tar", ["xf", tarball, "-C", place]);
    const unpacked = join(place, "package");
    expect(readdirSync(unpacked).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
    const manifest = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"));
    expect(manifest).toMatchObject({
      name: "firsthand-client",
      version: packageJson.version,
      type: "module",
    });
    expect(manifest).not.toHaveProperty("private");
    expect(manifest).not.toHaveProperty("devDependencies");
    expect(Object.keys(manifest.dependencies)).toEqual(["openapi-fetch"]);
    const { types, default: code } = manifest.exports["."];
    for (const named of [types, code]) expect(existsSync(join(unpacked, named)), named).toBe(true);
    expect(readFileSync(tarball).length).toBeLessThan(CLIENT_AT_MOST_BYTES);
  });
});

test("the checksums match the files, and a changed byte is detected", async () => {
  const release = join(folder, "release");
  const check = () => run("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: release });
  expect((await check()).stdout).toBe(
    files
      .slice(0, -1)
      .map((file) => `${basename(file)}: OK\n`)
      .join(""),
  );
  const tarball = fileNamed(".tar.gz");
  const bytes = readFileSync(tarball);
  const changed = Buffer.from(bytes);
  changed[Math.floor(bytes.length / 2)] = (changed[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  writeFileSync(tarball, changed);
  await expect(check()).rejects.toMatchObject({ code: 1 });
  writeFileSync(tarball, bytes);
});

test("the same build gives the same bytes", () => {
  const sums = readFileSync(fileNamed("SHA256SUMS"), "utf8");
  const again = packRelease(join(folder, "again"));
  expect(readFileSync(again.at(-1) ?? "", "utf8")).toBe(sums);
}, 120_000);
