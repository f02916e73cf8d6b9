// npm run check: the fast part of the tests, without a browser.
import { environment, installDependencies, run } from "./install.js";

installDependencies();
const env = environment();
run("biome", ["check", "--error-on-warnings", "."], env);
run("oxlint", ["--type-aware", "--deny-warnings"], env);
run("tsc", ["-b"], env);
run("knip", [], env);
run("node", ["scripts/build.ts"], env);
run("size-limit", [], env);
run("vitest", ["run", "contract", "web", "server", "tests/architecture.test.ts"], env);
