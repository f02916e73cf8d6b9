// Plain JavaScript that any Node.js runs, since Node.js 24 and the packages may not be installed yet.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";

const NEEDED_NODE = 24;
/** Outside the project's node_modules, so that `npm ci` does not delete it. */
const FETCHED_NODE = "scripts/node24";
export const root = join(import.meta.dirname, "..");
/** Each folder has its own packages and lock file; only the first folder's packages are delivered. */
export const packageFolders = [".", "bench", "clients/typescript", FETCHED_NODE, "tests/browsers"];
const bin = join(root, "node_modules/.bin");

/**
 * Installs what is missing, in parallel: the project's packages, those of the named folders, and Node.js if the
 * machine's own is too old. Returns the environment in which `node` is new enough.
 */
export async function install(...folders) {
  const node = isOwnNodeEnough() ? undefined : nodeToFetch();
  const steps = [".", ...folders].filter((folder) => !isInstalled(folder)).map(packagesOf);
  if (node && !node.isThere) steps.unshift(fetching(node));
  const statuses = await Promise.all(steps.map(installStep));
  const failed = statuses.find((status) => status !== 0);
  if (failed !== undefined) process.exit(failed);
  if (!node) return withPath(bin, dirname(process.execPath));
  // npm does not fail if it cannot install an optional package
  if (!existsSync(node.program))
    refuse(
      "None could be fetched: run this again when npm reaches its registry, or install it from https://nodejs.org.",
    );
  linkForNpm(node.program);
  return withPath(bin);
}

/** A Node.js inside the project is not the machine's own, and may be older than the one in the lock file. */
function isOwnNodeEnough() {
  return isNewEnough() && !process.execPath.startsWith(join(root, "/"));
}

function isNewEnough() {
  return Number(process.versions.node.split(".")[0]) >= NEEDED_NODE;
}

function nodeToFetch() {
  const name = `node-${process.platform}-${process.arch}`;
  const version = readJson(FETCHED_NODE, "package.json").optionalDependencies[name];
  if (!version || hasOtherLibc())
    refuse(`Install Node.js ${NEEDED_NODE} from https://nodejs.org, then run this again.`);
  const program = join(root, FETCHED_NODE, "node_modules", name, "bin/node");
  return { version, program, isThere: existsSync(program) && isInstalled(FETCHED_NODE) };
}

/** The fetched Node.js is linked with glibc; Alpine Linux has musl. */
function hasOtherLibc() {
  return process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
}

function refuse(nextStep) {
  process.stderr.write(
    `Firsthand needs Node.js ${NEEDED_NODE} or newer, and this is ${process.versions.node}. ${nextStep}\n`,
  );
  process.exit(1);
}

/** npm records next to the packages what it installed, in the format of the lock file. */
function isInstalled(folder) {
  if (!existsSync(join(root, folder, "node_modules/.package-lock.json"))) return false;
  const { packages: present } = readJson(folder, "node_modules/.package-lock.json");
  const { packages: wanted } = readJson(folder, "package-lock.json");
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || (entry.optional && !present[path])) return true;
    return present[path]?.version === entry.version;
  });
}

function fetching({ version, program }) {
  const why = isNewEnough() ? "" : `, since this machine has ${process.versions.node}`;
  const begin = `Fetching Node.js ${version}${why}`;
  return { folder: FETCHED_NODE, program, begin, end: `Fetched Node.js ${version}` };
}

function packagesOf(folder) {
  const what = folder === "." ? "the packages" : `the packages of ${folder}`;
  return { folder, begin: `Installing ${what}`, end: `Installed ${what}` };
}

/** Installs the packages of a folder's lock file; returns npm's exit code. */
async function installStep({ folder, program, begin, end }) {
  const begun = performance.now();
  process.stdout.write(`${begin}...\n`);
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", join(root, folder)];
  const status = await runQuietly("npm", args);
  const isDone = status === 0 && (!program || existsSync(program));
  if (isDone) process.stdout.write(`${end} in ${secondsSince(begun)} s.\n`);
  return status;
}

/** Runs a program, showing only its errors; returns its exit code, or 1 if it cannot be started. */
export function runQuietly(program, args, env = process.env) {
  return new Promise((ended) => {
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"], env });
    child.on("error", ({ message }) => {
      process.stderr.write(`${message}\n`);
      ended(1);
    });
    child.on("close", (status) => ended(status ?? 1));
  });
}

/** `npm run` and `npx` search this folder first, so that they find the same Node.js. */
function linkForNpm(program) {
  const link = join(bin, "node");
  if (existsSync(link) && realpathSync(link) === program) return;
  rmSync(link, { force: true });
  symlinkSync(relative(bin, program), link);
}

function withPath(...folders) {
  return { ...process.env, PATH: [...folders, process.env.PATH].join(delimiter) };
}

function readJson(folder, name) {
  return JSON.parse(readFileSync(join(root, folder, name), "utf8"));
}

export function secondsSince(begun) {
  return Math.round((performance.now() - begun) / 1_000);
}

/** Runs a program; if it fails, ends this process with its exit code. */
export function run(program, args, env) {
  try {
    execFileSync(program, args, { cwd: root, stdio: "inherit", env });
  } catch (error) {
    process.exit(error.status ?? 1);
  }
}
