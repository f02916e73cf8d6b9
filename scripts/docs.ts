// npm run docs: writes the pages that are generated from tables in the code, and the types of the TypeScript client.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { API_TYPES, apiTypes } from "./docs/api-types.ts";
import { generatedPages } from "./docs/pages.ts";

for (const [path, text] of Object.entries({ ...generatedPages(), [API_TYPES]: apiTypes() })) {
  writeFileSync(join(import.meta.dirname, "..", path), text);
  process.stdout.write(`${path}\n`);
}
