// Plain JavaScript that any Node understands: it runs before Node 24 and the dependencies are there.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const NEEDED_NODE = 24;
export const root = join(import.meta.dirname, "..");
const bin = join(root, "node_modules/.bin");

/** Installs what the lock file names, where that is not what is installed. */
export function installDependencies() {
  if (isInstalled()) return;
  process.stdout.write("Installing dependencies...\n");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}

/** npm keeps beside the packages what it installed, in the form of the lock file. */
function isInstalled() {
  const installed = join(root, "node_modules/.package-lock.json");
  if (!existsSync(installed)) return false;
  const { packages: present } = JSON.parse(readFileSync(installed, "utf8"));
  const { packages: wanted } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || (entry.optional && !present[path])) return true;
    return present[path]?.version === entry.version;
  });
}

/** The environment in which `node` is Node 24: the machine's own, or the one that came with the dependencies. */
export function environment() {
  const own = Number(process.versions.node.split(".")[0]);
  if (own < NEEDED_NODE && !existsSync(join(bin, "node"))) {
    process.stderr.write(
      `Firsthand needs Node.js ${NEEDED_NODE} or newer, and this is ${process.versions.node}. On this machine it does not come with the dependencies: install a newer Node.js.\n`,
    );
    process.exit(1);
  }
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
}

/** Runs a program and ends with its exit code where it fails. */
export function run(program, args, env = process.env) {
  try {
    execFileSync(program, args, { cwd: root, stdio: "inherit", env });
  } catch (error) {
    process.exit(error.status ?? 1);
  }
}
