import { createRequire } from "node:module";

/** Of the package, as released. */
export const { version } = createRequire(import.meta.url)("../package.json") as { version: string };
