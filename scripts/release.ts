/**
 * What people download, packed from what was built, in `release/` or in the folder that is named. A tarball with its own
 * Node.js for this kind of machine, which runs on a bare Linux without npm or a network; the package for `npm publish`;
 * the TypeScript client as another package; and the checksums of all three. The same commit gives the same bytes.
 */
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { CLIENT_NAME, stageClient } from "./client-package.ts";

const ROOT = join(import.meta.dirname, "..");
const NODE_FOLDER = join(ROOT, "scripts/node24");
/** That of the lock file and no other: another machine's own Node.js would give other bytes, or need libraries of that machine. */
const NODE = join(NODE_FOLDER, `node_modules/node-linux-${process.arch}`);

/** What the program reads while it runs; the server is built with all its packages. */
const PARTS = [
  "LICENSE",
  "CHANGELOG.md",
  "bin",
  "contract/messages",
  "deploy/caddy",
  "deploy/firsthand.env.example",
  "deploy/haproxy",
  "deploy/nginx",
  "deploy/systemd",
  "dist/console",
  "dist/preview",
  "dist/server",
  "dist/web",
  "dist/build.json",
  "dist/licences.txt",
  "dist/sbom.cdx.json",
  ...globSync(["server/pages/*.{css,js}", "server/briefs/*.css"], { cwd: ROOT }),
];
/** Only debuggers and compilers read them. */
const LEFT_OUT = /\.(map|d\.ts)$/;

/** Follows links, so that it can be called from anywhere. */
const STARTER = `#!/bin/sh
set -e
here=$(dirname "$(readlink -f "$0")")
exec "$here/node/bin/node" "$here/bin/firsthand.js" "$@"
`;

type Manifest = { name: string; version: string; description: string; license: string; engines: object };
const { name, version, description, license, engines } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
) as Manifest;

const [folder = join(ROOT, "release")] = process.argv.slice(2);
for (const file of makeRelease(folder)) process.stdout.write(`${file}\n`);

/** Returns the files. */
function makeRelease(folder: string): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tarball = makeTarball(folder);
  const archives = [tarball, makePackage(folder), makeClient(folder)];
  const sums = join(folder, "SHA256SUMS");
  writeFileSync(
    sums,
    archives.map((file) => `${hash("sha256", readFileSync(file))}  ${basename(file)}\n`).join(""),
  );
  return [...archives, sums];
}

function makeTarball(folder: string): string {
  const called = `${name}-${version}`;
  const stage = join(folder, called);
  stageParts(stage);
  fetchNode();
  cpSync(join(NODE, "bin/node"), join(stage, "node/bin/node"));
  cpSync(join(NODE, "LICENSE"), join(stage, "node/LICENSE"));
  writeFileSync(join(stage, name), STARTER);
  chmodSync(join(stage, name), 0o755);
  const file = join(folder, `${called}-linux-${process.arch}.tar.gz`);
  pack({ file, within: folder, what: called });
  rmSync(stage, { recursive: true });
  return file;
}

function fetchNode(): void {
  if (existsSync(NODE)) return;
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", NODE_FOLDER]);
  // npm does not fail where it could not have an optional package
  if (!existsSync(NODE))
    throw new Error(
      `No Node.js for linux-${process.arch} could be fetched. Pack on Linux, with x64 or arm64.`,
    );
}

/** It needs a Node.js that is there, and no other package. */
function makePackage(folder: string): string {
  const stage = join(folder, "package");
  stageParts(stage);
  cpSync(join(ROOT, "README.md"), join(stage, "README.md"));
  const file = join(folder, `${name}-${version}.tgz`);
  pack({ file, within: folder, what: "package" });
  rmSync(stage, { recursive: true });
  return file;
}

/** For programs that call the API; it has the version of the API that it knows. */
function makeClient(folder: string): string {
  const stage = join(folder, "package");
  stageClient(stage, version);
  const file = join(folder, `${CLIENT_NAME}-${version}.tgz`);
  pack({ file, within: folder, what: "package" });
  rmSync(stage, { recursive: true });
  return file;
}

function stageParts(stage: string): void {
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(stage, part), {
      recursive: true,
      filter: (source) => !LEFT_OUT.test(source),
    });
  const manifest = {
    name,
    version,
    description,
    license,
    type: "module",
    engines,
    bin: { [name]: `bin/${name}.js` },
  };
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

type Packing = { file: string; within: string; what: string };

/** Names in order, one time, one owner: nothing of the machine that packs. */
function pack({ file, within, what }: Packing): void {
  const { date } = JSON.parse(readFileSync(join(ROOT, "dist/build.json"), "utf8")) as { date: string };
  const plain = ["--sort=name", "--format=ustar", "--owner=0", "--group=0", "--numeric-owner"];
  const modes = ["--mode=u+rwX,go+rX,go-w", `--mtime=${date}`];
  execFileSync("tar", [...plain, ...modes, "--use-compress-program=gzip -n", "-cf", file, what], {
    cwd: within,
  });
}
