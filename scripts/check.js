// npm run check: the fast part of the tests, without a browser or another server: what lies beside its code.
import { install, run } from "./install.js";
import { runSideBySide } from "./side-by-side.js";

// a bare "server" would be found in the names of fault tests too
const TESTED = [
  "contract/",
  "web/",
  "console/",
  "server/",
  "tests/architecture.test.ts",
  "tests/folder-order.test.ts",
  "tests/words/",
];
/** They start PostgreSQL, Swift and Chromium; npm test has them. */
const WITH_OTHERS = "server/**/{postgres,object-audio,bucket,chromium}.test.ts";

const env = await install();
const ended = await runSideBySide(
  [
    ["biome", "check", "--error-on-warnings", "."],
    ["oxlint", "--type-aware", "--deny-warnings"],
    ["tsc", "-b"],
    ["knip"],
    ["node", "scripts/build.ts"],
  ],
  env,
);
if (ended.some((status) => status !== 0)) process.exit(1);
run("size-limit", [], env);
run("vitest", ["run", ...TESTED, "--exclude", WITH_OTHERS], env);
