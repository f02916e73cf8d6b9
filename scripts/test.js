// npm test: the form that CI runs. Installs what the tests need, checks, tests, and prints one closing line.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { environment, installDependencies, root } from "./install.js";
import { installPrograms } from "./programs.js";

const RESULTS = join(root, "test-results");

installDependencies();
const env = environment();
installPrograms();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const steps = [
  { name: "format and lint", command: ["biome", "ci", "--error-on-warnings", "."] },
  { name: "lint with types", command: ["oxlint", "--type-aware", "--deny-warnings"] },
  { name: "types", command: ["tsc", "-b"] },
  { name: "dead code", command: ["knip"] },
  { name: "build", command: ["node", "scripts/build.ts"] },
  { name: "unit, storage, API, command and fault tests", command: ["vitest", "run"], count: countVitest },
  { name: "journeys and faults in a browser", command: ["playwright", "test"], count: countPlaywright },
];

let passed = 0;
let failed = 0;
for (const { name, command, count } of steps) {
  const [program, ...args] = command;
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit", env: { ...env, CI: "true" } });
  const counts = count?.() ?? { passed: 0, failed: 0 };
  passed += counts.passed;
  // a step that fails without a failing test is a failure all the same
  failed += status === 0 ? counts.failed : Math.max(counts.failed, 1);
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

function countVitest() {
  const file = join(RESULTS, "vitest.json");
  if (!existsSync(file)) return undefined;
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, "utf8"));
  return { passed: numPassedTests, failed: numFailedTests };
}

function countPlaywright() {
  const file = join(RESULTS, "playwright.json");
  if (!existsSync(file)) return undefined;
  const { stats } = JSON.parse(readFileSync(file, "utf8"));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}
