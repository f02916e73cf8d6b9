// npm run check: the fast part of the tests, without a browser or another server: what lies beside its code.
import { environment, installDependencies, run } from "./install.js";

// a bare "server" would be found in the names of fault tests too
const TESTED = ["contract/", "web/", "console/", "server/", "tests/architecture.test.ts"];
/** They start PostgreSQL, Swift and Chromium; npm test has them. */
const WITH_OTHERS = "server/**/{postgres,object-audio,bucket,chromium}.test.ts";

installDependencies();
const env = environment();
run("biome", ["check", "--error-on-warnings", "."], env);
run("oxlint", ["--type-aware", "--deny-warnings"], env);
run("tsc", ["-b"], env);
run("knip", [], env);
run("node", ["scripts/build.ts"], env);
run("size-limit", [], env);
run("vitest", ["run", ...TESTED, "--exclude", WITH_OTHERS], env);
