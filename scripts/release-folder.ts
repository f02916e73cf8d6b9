/** The program as people run it: the built files with a Node.js for this kind of machine. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const NODE_FOLDER = join(ROOT, "scripts/node24");
/** Only the Node.js of the lock file: a machine's own one would give other bytes, or need that machine's libraries. */
const NODE = join(NODE_FOLDER, `node_modules/node-linux-${process.arch}`);

/** The files that the program reads while it runs; the built server includes all its packages. */
export const RELEASE_PARTS = [
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
  "dist/licenses.txt",
  "dist/sbom.cdx.json",
  ...globSync(["server/pages/*.{css,js}", "server/briefs/*.css"], { cwd: ROOT }),
];
/** Only debuggers and compilers read these. */
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

export { name, version };

/** Writes the folder that becomes the tarball and the image. */
export function layReleaseFolder(folder: string): void {
  layParts(folder);
  fetchNode();
  cpSync(join(NODE, "bin/node"), join(folder, "node/bin/node"));
  cpSync(join(NODE, "LICENSE"), join(folder, "node/LICENSE"));
  writeFileSync(join(folder, name), STARTER);
  chmodSync(join(folder, name), 0o755);
}

/** The parts without Node.js. */
export function layParts(folder: string): void {
  for (const part of RELEASE_PARTS)
    cpSync(join(ROOT, part), join(folder, part), {
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
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

function fetchNode(): void {
  if (existsSync(NODE)) return;
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", NODE_FOLDER]);
  // npm does not fail if it cannot install an optional package
  if (!existsSync(NODE))
    throw new Error(
      `No Node.js for linux-${process.arch} could be fetched. Pack on Linux, with x64 or arm64.`,
    );
}
