import { existsSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";

const file = findPackageJSON(import.meta.url) ?? "package.json";

/** The folder of the package, be it the source that runs or the build. */
export const packageFolder = dirname(file);

/** Whether this is a release, which brings its own Node.js and no npm. */
export const isRelease = existsSync(join(packageFolder, "node/bin/node"));

type BuildFacts = { commit: string | null; date: string };

/** The version, and what was built of which commit and when, where it runs as it was built. */
export function versionLine(): string {
  // the source may have changed since the build
  if (!import.meta.dirname.startsWith(join(packageFolder, "dist"))) return version;
  const { commit, date } = JSON.parse(
    readFileSync(join(packageFolder, "dist/build.json"), "utf8"),
  ) as BuildFacts;
  return `${version} (${[commit, date.slice(0, 10)].filter(Boolean).join(", ")})`;
}

/** Of the package, as released. */
export const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
