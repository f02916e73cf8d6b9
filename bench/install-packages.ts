import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * Installs the packages of a bench folder that the project lacks, unless they are installed. Throws if npm fails, and
 * leaves nothing half-installed.
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
