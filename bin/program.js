// Plain JavaScript that any Node understands.
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What was built runs, unless somebody has changed the source since. A release has no source. */
export function newestProgram() {
  const built = join(root, "dist/server/firsthand.js");
  const source = join(root, "server/cli/firsthand.ts");
  return existsSync(source) && !isBuiltFromSource(built) ? source : built;
}

function isBuiltFromSource(built) {
  if (!existsSync(built)) return false;
  const { mtimeMs } = statSync(built);
  return ["package-lock.json", "contract", "server"].every(
    (name) => !isChangedSince(join(root, name), mtimeMs),
  );
}

function isChangedSince(path, time) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return false;
  if (stats.mtimeMs > time) return true;
  return stats.isDirectory() && readdirSync(path).some((name) => isChangedSince(join(path, name), time));
}
