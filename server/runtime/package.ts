import { existsSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";

const file = findPackageJSON(import.meta.url) ?? "package.json";

/** The package's folder, for the source as well as for the build. */
export const packageFolder = dirname(file);

/** Whether this is a release archive, which contains its own Node.js and no npm. */
export const isRelease = existsSync(join(packageFolder, "node/bin/node"));

type BuildFacts = { commit: string | null; date: string };

/** The version; when the build runs, also its commit and date. */
export function versionLine(): string {
  // the source may have changed since the build
  if (!import.meta.dirname.startsWith(join(packageFolder, "dist"))) return version;
  const { commit, date } = JSON.parse(
    readFileSync(join(packageFolder, "dist/build.json"), "utf8"),
  ) as BuildFacts;
  return `${version} (${[commit, date.slice(0, 10)].filter(Boolean).join(", ")})`;
}

/** The version in package.json. */
export const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
