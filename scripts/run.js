// Runs a TypeScript file with all its packages, on any Node.js: node scripts/run.js bench/capacity.ts --help
import { install, run } from "./install.js";

const [file = "", ...args] = process.argv.slice(2);
/** The folders of packages that files need besides the project's. */
const folderOf = { "scripts/docs.ts": "clients/typescript" };
const folder = file.startsWith("bench/") ? "bench" : folderOf[file];
const env = await install(...(folder ? [folder] : []));
run("node", [file, ...args], env);
