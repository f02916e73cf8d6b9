/**
 * Packs what people download, from the built files, into `release/` or the named folder: a tarball with a Node.js for
 * this kind of machine, which runs on a bare Linux without npm or a network; the package for `npm publish`; the
 * TypeScript client as another package; and the checksums of all three. The same commit gives the same bytes.
 */
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CLIENT_NAME, stageClient } from "./client-package.ts";
import { layParts, layReleaseFolder, name, version } from "./release-folder.ts";

const ROOT = join(import.meta.dirname, "..");
const [folder = join(ROOT, "release")] = process.argv.slice(2);
for (const file of makeRelease(folder)) process.stdout.write(`${file}\n`);

/** Returns the paths of the files. */
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
  layReleaseFolder(stage);
  const file = join(folder, `${called}-linux-${process.arch}.tar.gz`);
  pack({ file, within: folder, what: called });
  rmSync(stage, { recursive: true });
  return file;
}

/** The package needs an installed Node.js, but no other package. */
function makePackage(folder: string): string {
  const stage = join(folder, "package");
  layParts(stage);
  cpSync(join(ROOT, "README.md"), join(stage, "README.md"));
  const file = join(folder, `${name}-${version}.tgz`);
  pack({ file, within: folder, what: "package" });
  rmSync(stage, { recursive: true });
  return file;
}

/** The TypeScript client, for programs that call the API. Its version is the product's. */
function makeClient(folder: string): string {
  const stage = join(folder, "package");
  stageClient(stage, version);
  const file = join(folder, `${CLIENT_NAME}-${version}.tgz`);
  pack({ file, within: folder, what: "package" });
  rmSync(stage, { recursive: true });
  return file;
}

type Packing = { file: string; within: string; what: string };

/** Sorted names, one time and one owner, so that the archive does not depend on the machine. */
function pack({ file, within, what }: Packing): void {
  const { date } = JSON.parse(readFileSync(join(ROOT, "dist/build.json"), "utf8")) as { date: string };
  const plain = ["--sort=name", "--format=ustar", "--owner=0", "--group=0", "--numeric-owner"];
  const modes = ["--mode=u+rwX,go+rX,go-w", `--mtime=${date}`];
  execFileSync("tar", [...plain, ...modes, "--use-compress-program=gzip -n", "-cf", file, what], {
    cwd: within,
  });
}
