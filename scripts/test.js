// npm test: the tests that CI runs. Installs what they need, checks, tests, and prints one closing line.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { install, root } from "./install.js";
import { installPrograms } from "./programs.js";
import { runSideBySide } from "./side-by-side.js";

const RESULTS = join(root, "test-results");

const [, installed] = await Promise.all([
  installPrograms(),
  install("tests/browsers", "bench", "clients/typescript"),
]);
const env = {
  ...installed,
  CI: "true",
  // hundreds of tests start a process that compiles the same files
  NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"),
};
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

/** These can run in parallel, since none changes files that the others read. */
const looks = [
  { name: "format and lint", command: ["biome", "ci", "--error-on-warnings", "."] },
  { name: "lint with types", command: ["oxlint", "--type-aware", "--deny-warnings"] },
  { name: "types", command: ["tsc", "-b", ".", "tests/browsers", "bench"] },
  { name: "dead code", command: ["knip"] },
  { name: "packages and their licenses", command: ["node", "scripts/sbom.js"] },
  { name: "build", command: ["node", "scripts/build.ts"] },
];
const steps = [
  { name: "sizes", command: ["size-limit"] },
  { name: "unit, storage, API, command and fault tests", command: ["vitest", "run"], read: vitestResults },
  { name: "journeys and faults in a browser", command: ["playwright", "test"], read: playwrightResults },
];

let passed = 0;
/** One text for each failure: the test and the reason. */
const failures = [];
/**
 * The same for tests that passed only on the second try: a race or an overloaded machine, which a person should look
 * into.
 */
const unsteady = [];
const ended = await runSideBySide(
  looks.map(({ command }) => command),
  env,
);
for (const [place, { name }] of looks.entries())
  if (ended[place] !== 0) failures.push(`${name}: ended with ${ended[place]}, see above`);
for (const { name, command, read } of steps) {
  const [program, ...args] = command;
  process.stdout.write(`\n== ${name}\n`);
  const { status, signal } = spawnSync(program, args, {
    cwd: root,
    stdio: "inherit",
    env,
  });
  const results = read?.();
  passed += results?.passed ?? 0;
  failures.push(...(results?.failures ?? []));
  unsteady.push(...(results?.unsteady ?? []));
  // a step that fails without a failed test also counts as a failure
  if (status !== 0 && !results?.failures.length)
    failures.push(`${name}: ended with ${signal ?? status}, see above`);
}
// printed again at the end, so that a truncated log still has them
for (const each of unsteady) process.stdout.write(`\nPASSED AT A SECOND TRY ${each}\n`);
for (const failure of failures) process.stdout.write(`\nFAILED ${failure}\n`);
const atSecondTry = unsteady.length > 0 ? `, ${unsteady.length} of them at a second try` : "";
process.stdout.write(`\n${passed} passed${atSecondTry}, ${failures.length} failed\n`);
process.exit(failures.length === 0 ? 0 : 1);

function vitestResults() {
  const results = resultsIn("vitest.json");
  const failures = results?.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0) return [`${file}\n${message}`];
    return failed.map((test) => `${file} › ${test.fullName}\n${test.failureMessages.join("\n")}`);
  });
  return results && { passed: results.numPassedTests, failures };
}

function playwrightResults() {
  const results = resultsIn("playwright.json");
  if (!results) return undefined;
  const testsWith = (status) => results.suites.flatMap((suite) => testsOfSuite(suite, status));
  const { expected, flaky } = results.stats;
  return { passed: expected + flaky, failures: testsWith("unexpected"), unsteady: testsWith("flaky") };
}

function testsOfSuite({ suites = [], specs = [] }, wanted) {
  const ofSpecs = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message));
        return `tests/${file}:${line} › ${title}\n${messages.join("\n")}`;
      }),
  );
  return [...ofSpecs, ...suites.flatMap((suite) => testsOfSuite(suite, wanted))];
}

function resultsIn(name) {
  const file = join(RESULTS, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
