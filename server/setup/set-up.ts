import { cpSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { packageFolder, version } from "../runtime/package.ts";
import { findProgram } from "../runtime/run-program.ts";
import {
  DATA_FOLDER,
  ENVIRONMENT_FILE,
  PROGRAM_FOLDER,
  SECRETS_FOLDER,
  SERVICE_USER,
  UNIT_FILE,
  WRAPPER_FILE,
} from "./places.ts";
import {
  environmentFile,
  type ProxyName,
  proxyFile,
  type SiteSettings,
  unitFile,
  updatedEnvironment,
  wrapper,
} from "./produced.ts";
import { execute, fileStep, runsSuccessfully, type SetupStep } from "./step.ts";

export type SetupSettings = SiteSettings & {
  proxy: ProxyName;
  /** `/`, or the root folder of an image being built, in which nothing is installed or started. */
  root: string;
};

/** The steps in order; each can be repeated. */
export function stepsOf({ proxy, root, ...site }: SetupSettings): SetupStep[] {
  const at = (path: string) => join(root, path);
  const isHere = root === "/";
  const proxied = proxyFile(proxy, site);
  const environment = at(ENVIRONMENT_FILE);
  const settings = existsSync(environment)
    ? updatedEnvironment(readFileSync(environment, "utf8"), site)
    : environmentFile(site);
  const before = isHere
    ? [...packageSteps(proxy), userStep(), ...[DATA_FOLDER, SECRETS_FOLDER].map(folderStep)]
    : [];
  const ofProxy = proxied ? [fileStep({ path: at(proxied.path), text: proxied.text, mode: 0o644 })] : [];
  const ofServer = [
    programStep(at(PROGRAM_FOLDER)),
    fileStep({ path: at(UNIT_FILE), text: unitFile(), mode: 0o644 }),
    fileStep({ path: at(WRAPPER_FILE), text: wrapper(), mode: 0o755 }),
    // last, because it marks a setup that got this far; it contains passwords
    fileStep({ path: environment, text: settings, mode: 0o600 }),
  ];
  const starts =
    isHere && isSystemdRunning()
      ? [...serverStarts(hasNews(ofServer)), ...proxyStarts(proxy, hasNews(ofProxy))]
      : [];
  return [...before, ...ofProxy, ...ofServer, ...starts];
}

function hasNews(steps: SetupStep[]): boolean {
  return steps.some(({ state }) => state !== "done");
}

/** Without systemd, as in a container, the server is started by other means. */
export function isSystemdRunning(): boolean {
  return existsSync("/run/systemd/system");
}

/** The packages needed on Debian and its derivatives; elsewhere the doctor reports what is missing. */
function packageSteps(proxy: ProxyName): SetupStep[] {
  const programs = ["ffmpeg", ...(proxy === "none" ? [] : [proxy])];
  const missing = programs.filter((program) => findProgram(program, process.env.PATH) === undefined);
  if (missing.length === 0 || !runsSuccessfully("apt-get", "--version")) return [];
  return [
    {
      says: `install ${missing.join(" and ")} by apt-get`,
      state: "make",
      run() {
        // a new machine has no package lists yet
        execute("apt-get", "update", "--quiet");
        execute("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", ...missing);
      },
    },
  ];
}

function userStep(): SetupStep {
  const options = ["--system", "--user-group", "--home-dir", DATA_FOLDER, "--shell", "/usr/sbin/nologin"];
  return {
    says: `make the system user ${SERVICE_USER}`,
    state: runsSuccessfully("id", SERVICE_USER) ? "done" : "make",
    run: () => execute("useradd", ...options, SERVICE_USER),
  };
}

/** Made here although systemd would make it at the server's start, because commands may run first. */
function folderStep(folder: string): SetupStep {
  return {
    says: `make ${folder}`,
    state: existsSync(folder) ? "done" : "make",
    run: () => execute("install", "-d", "-m", "0700", "-o", SERVICE_USER, "-g", SERVICE_USER, folder),
  };
}

/** Copies the whole program next to the existing one, and then swaps them. */
function programStep(folder: string): SetupStep {
  const isThere = existsSync(folder);
  return {
    says: `${isThere ? "replace" : "make"} ${folder} (Firsthand ${version})`,
    state: isSameBuild(folder) ? "done" : isThere ? "change" : "make",
    run() {
      const [fresh, before] = [`${folder}.new`, `${folder}.before`];
      for (const path of [fresh, before]) rmSync(path, { recursive: true, force: true });
      cpSync(packageFolder, fresh, { recursive: true });
      if (isThere) renameSync(folder, before);
      renameSync(fresh, folder);
    },
  };
}

function isSameBuild(folder: string): boolean {
  const textIn = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);
  const factsIn = (place: string) =>
    ["package.json", "dist/build.json"].map((file) => textIn(join(place, file)));
  return isDeepStrictEqual(factsIn(folder), factsIn(packageFolder));
}

/** Starts the server also if an earlier setup stopped before this step. */
function serverStarts(isNew: boolean): SetupStep[] {
  const unit = "firsthand.service";
  if (!isNew && runsSuccessfully("systemctl", "is-active", "--quiet", unit)) return [];
  return [
    control("reload the systemd units", "daemon-reload"),
    control("start the server at each boot", "enable", unit),
    control("start the server", "restart", unit),
  ];
}

function proxyStarts(proxy: ProxyName, isNew: boolean): SetupStep[] {
  const unit = `${proxy}.service`;
  if (proxy === "none" || (!isNew && runsSuccessfully("systemctl", "is-active", "--quiet", unit))) return [];
  // our file turns off Caddy's admin endpoint, which a reload would need
  const verb = proxy === "caddy" ? "restart" : "reload-or-restart";
  return [control(`start ${proxy}, or let it read its settings again`, verb, unit)];
}

function control(says: string, ...args: string[]): SetupStep {
  return { says, state: "make", run: () => execute("systemctl", ...args) };
}
