import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stageClient } from "../../../scripts/client-package.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** The package's dependencies, copied, because a registry may be out of reach. */
const NEEDED = ["openapi-fetch", "openapi-typescript-helpers"];

/** Packs the client with npm and installs it in an empty project. Returns the project's folder. */
export function projectWithClient(): string {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-client-"));
  const stage = join(folder, "stage");
  stageClient(stage, "0.0.1");
  const [packed = ""] = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: stage,
    encoding: "utf8",
  }).split("\n");
  const project = join(folder, "project");
  const installed = join(project, "node_modules/firsthand-client");
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(project, "package.json"), '{"name":"stranger","version":"1.0.0","type":"module"}');
  execFileSync("tar", ["xf", join(folder, packed), "--strip-components=1", "-C", installed]);
  for (const name of NEEDED)
    cpSync(join(ROOT, "node_modules", name), join(project, "node_modules", name), { recursive: true });
  return project;
}
