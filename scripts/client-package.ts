import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const SOURCE = join(ROOT, "clients/typescript");
const COMPILER = join(ROOT, "node_modules/typescript/bin/tsc");

type Manifest = { name: string; version: string; devDependencies?: object };
const manifest = JSON.parse(readFileSync(join(SOURCE, "package.json"), "utf8")) as Manifest;

export const CLIENT_NAME = manifest.name;

/** Compiles the TypeScript client into this folder, as npm publishes it: JavaScript with types, README and license. */
export function stageClient(stage: string, version: string): void {
  mkdirSync(stage, { recursive: true });
  const { devDependencies: _ofDevelopment, ...published } = { ...manifest, version };
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  cpSync(join(SOURCE, "README.md"), join(stage, "README.md"));
  cpSync(join(ROOT, "LICENSE"), join(stage, "LICENSE"));
  const project = join(SOURCE, "tsconfig.build.json");
  execFileSync(process.execPath, [COMPILER, "-p", project, "--outDir", join(stage, "dist")]);
}
