// npm run docs: writes the pages that are made from tables in the code.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedPages } from "./docs/pages.ts";

for (const [path, text] of Object.entries(generatedPages())) {
  writeFileSync(join(import.meta.dirname, "..", path), text);
  process.stdout.write(`${path}\n`);
}
