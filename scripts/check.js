// npm run check: the fast tests, which lie beside their code and need no browser or other server.
import { install, run } from "./install.js";
import { runSideBySide } from "./side-by-side.js";

// without its slash, "server" would also match the names of fault tests
const TESTED = [
  "contract/",
  "web/",
  "console/",
  "server/",
  "tests/architecture.test.ts",
  "tests/folder-order.test.ts",
  "tests/words/",
];
/** These start PostgreSQL, Swift and Chromium, so only npm test runs them. */
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
