// npm run test:long: all fault and browser tests with their full counts and window sizes, and journeys in Firefox and
// WebKit; writes the table of docs/reliability.md.
// npm run test:long -- disk-full: only the tests of that name; the other lines of the table stay.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { install, root } from "./install.js";
import { installPrograms, MACHINES, SOUND, tryPrograms } from "./programs.js";

const RESULTS = join(root, "test-results");
const FIGURES = join(RESULTS, "faults");
const DOCUMENT = join(root, "docs/reliability.md");
const TABLE = /(<!-- figures -->\n)[\s\S]*?(<!-- \/figures -->)/;

const programs = installPrograms(SOUND).then(() => tryPrograms(MACHINES));
const [, installed] = await Promise.all([programs, install("tests/browsers", "clients/typescript")]);
const env = { ...installed, FAULTS: "long" };
const asked = process.argv.slice(2);
if (asked.length === 0) rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(FIGURES, { recursive: true });

const faults = asked.length > 0 ? asked.map((name) => `tests/fault/${name}`) : ["tests/fault"];
/** With the full counts, tests/e2e includes tests that CI skips. */
const inBrowser = asked.length > 0 ? faults : ["tests/fault", "tests/e2e"];
const browsers = asked.length > 0 ? asked.map((name) => `tests/browsers/${name}`) : ["tests/browsers"];
const steps = [
  { program: "node", args: ["scripts/build.ts"] },
  // a release contains the list of licenses
  { program: "node", args: ["scripts/sbom.js"] },
  { program: "vitest", args: ["run", ...faults, "--testTimeout", "3600000", "--passWithNoTests"] },
  {
    program: "vitest",
    args: ["run", ...browsers, "--config", "tests/browsers/vitest.config.ts", "--passWithNoTests"],
  },
  { program: "playwright", args: ["test", ...inBrowser, "--pass-with-no-tests"] },
];
const failed = steps.filter(({ program, args }) => {
  process.stdout.write(`\n== ${program} ${args.join(" ")}\n`);
  return spawnSync(program, args, { cwd: root, stdio: "inherit", env }).status !== 0;
});

const figures = existsSync(FIGURES) ? readdirSync(FIGURES).map(readFigure) : [];
figures.sort((one, other) => numberOf(one) - numberOf(other) || (one.fault < other.fault ? -1 : 1));
const document = readFileSync(DOCUMENT, "utf8");
writeFileSync(
  DOCUMENT,
  asked.length > 0
    ? figures.reduce(withLine, document)
    : document.replace(TABLE, (_, start, end) => start + tableOf(figures) + end),
);
process.stdout.write(`\n${figures.length} figures written to ${DOCUMENT}, ${failed.length} steps failed\n`);
process.exit(failed.length === 0 ? 0 : 1);

function readFigure(name) {
  return JSON.parse(readFileSync(join(FIGURES, name), "utf8"));
}

function numberOf({ promise }) {
  return Number(promise.slice(1));
}

function lineOf({ promise, fault, trials, losses, note = "", seed, on }) {
  return `| ${promise} | ${fault} | ${trials} | ${losses} | ${note} | ${seed} | ${on} |`;
}

/** The document with this figure in place of its previous one, or below the table if it is new. */
function withLine(text, figure) {
  const lines = text.split("\n");
  const isOfFault = (line) => line.startsWith(`| ${figure.promise} | ${figure.fault} |`);
  const known = lines.findIndex(isOfFault);
  const place = known === -1 ? lines.findLastIndex((line) => /^\| P\d+ \|/.test(line)) + 1 : known;
  return lines.toSpliced(place, known === -1 ? 0 : 1, lineOf(figure)).join("\n");
}

function tableOf(rows) {
  const lines = rows.map(lineOf);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`;
  return [
    `\nMeasured on ${machine}, Node ${process.versions.node}.\n`,
    "| Promise | Fault | Trials | Losses | Also measured | Seed | On |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...lines,
    "\n",
  ].join("\n");
}
