import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * Installs what a folder of the benches needs and the project does not, where that is not there yet. Throws where npm
 * fails, and leaves nothing half-installed.
 */
export function installPackages(folder: string): void {
  const modules = join(folder, "node_modules");
  if (existsSync(join(modules, ".package-lock.json"))) return;
  process.stderr.write(`Installing the packages of ${relative(process.cwd(), folder)}...\n`);
  try {
    execFileSync("npm", ["install", "--loglevel=error"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
  } catch (error) {
    rmSync(modules, { recursive: true, force: true });
    throw error;
  }
}
