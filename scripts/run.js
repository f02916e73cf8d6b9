// Runs a TypeScript file with all that it needs, on whatever Node is there: node scripts/run.js bench/capacity.ts --help
import { install, run } from "./install.js";

const [file = "", ...args] = process.argv.slice(2);
const env = await install(...(file.startsWith("bench/") ? ["bench"] : []));
run("node", [file, ...args], env);
