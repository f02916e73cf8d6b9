import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { Peer } from "./peer.ts";

/** Installs the peer's package, where that is not there yet. */
export function installPeer({ packageFolder }: Peer): void {
  if (!packageFolder || existsSync(join(packageFolder, "node_modules/.package-lock.json"))) return;
  process.stderr.write(`Installing ${basename(packageFolder)}...\n`);
  execFileSync("npm", ["install", "--loglevel=error"], {
    cwd: packageFolder,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
