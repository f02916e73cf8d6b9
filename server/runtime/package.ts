import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname } from "node:path";

const file = findPackageJSON(import.meta.url) ?? "package.json";

/** The folder of the package, be it the source that runs or the build. */
export const packageFolder = dirname(file);

/** Of the package, as released. */
export const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
