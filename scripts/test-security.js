// npm run test:security: the security tests in their long form. Prints how much was tried, and the findings.
// security-tests.json lists the files; npm test runs their short form.
// npm run test:security -- hostile: only files with that in their names.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { install, root } from "./install.js";
import { installPrograms } from "./programs.js";

const RESULTS = join(root, "test-results");
const COUNTS = join(RESULTS, "security-counts.jsonl");

const [, installed] = await Promise.all([installPrograms(), install()]);
mkdirSync(RESULTS, { recursive: true });
for (const name of ["security-counts.jsonl", "vitest.json", "playwright.json"])
  rmSync(join(RESULTS, name), { force: true });

const env = { ...installed, CI: "true", FAULTS: "long", SECURITY_COUNTS: COUNTS };
const asked = process.argv.slice(2);
const groups = JSON.parse(readFileSync(join(root, "scripts/security-tests.json"), "utf8"));
const files = Object.values(groups)
  .flat()
  .filter((file) => asked.length === 0 || asked.some((name) => file.includes(name)));
const unitTests = files.filter((file) => file.endsWith(".test.ts"));
const journeys = files.filter((file) => file.endsWith(".spec.ts"));
if (files.length === 0) {
  process.stderr.write(`No security test has ${asked.join(" or ")} in its name.\n`);
  process.exit(1);
}

const steps = [
  { program: "node", args: ["scripts/build.ts"], isNeeded: true },
  {
    program: "vitest",
    // not in parallel, since some tests measure times
    args: ["run", ...unitTests, "--no-file-parallelism", "--testTimeout", "3600000"],
    isNeeded: unitTests.length > 0,
    read: () => {
      const { numPassedTests = 0, testResults = [] } = resultsIn("vitest.json");
      const failed = testResults.map(({ status, assertionResults }) => {
        const tests = assertionResults.filter((test) => test.status === "failed").length;
        // a file that cannot run has no failed tests
        return status === "failed" ? Math.max(1, tests) : 0;
      });
      return { passed: numPassedTests, failed: failed.reduce((sum, count) => sum + count, 0) };
    },
  },
  {
    program: "playwright",
    args: ["test", ...journeys],
    isNeeded: journeys.length > 0,
    read: () => {
      const { expected = 0, unexpected = 0, flaky = 0 } = resultsIn("playwright.json").stats ?? {};
      return { passed: expected, failed: unexpected + flaky };
    },
  },
];

let passed = 0;
let findings = 0;
for (const { program, args, read } of steps.filter(({ isNeeded }) => isNeeded)) {
  process.stdout.write(`\n== ${program} ${args.join(" ")}\n`);
  const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit", env });
  const results = read?.() ?? { passed: 0, failed: 0 };
  passed += results.passed;
  // a step that fails without a failed test also counts as a finding
  findings += status === 0 ? results.failed : Math.max(1, results.failed);
}

process.stdout.write("\n");
for (const [what, tried] of sums()) process.stdout.write(`${what}: ${tried.toLocaleString("en")}\n`);
process.stdout.write(`tests passed: ${passed}\nfindings: ${findings}\n`);
process.exit(findings === 0 ? 0 : 1);

/** What the tests have recorded, one JSON value per line, summed by what was tried. */
function sums() {
  const lines = existsSync(COUNTS) ? readFileSync(COUNTS, "utf8").split("\n").filter(Boolean) : [];
  const found = new Map();
  for (const { what, tried } of lines.map((line) => JSON.parse(line)))
    found.set(what, (found.get(what) ?? 0) + tried);
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
}

function resultsIn(name) {
  const file = join(RESULTS, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}
