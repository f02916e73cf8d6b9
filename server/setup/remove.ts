import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  DATA_FOLDER,
  ENVIRONMENT_FILE,
  PREVIOUS_PROGRAM_FOLDER,
  PROGRAM_FOLDER,
  SECRETS_FOLDER,
  UNIT_FILE,
  WRAPPER_FILE,
} from "./places.ts";
import { isSystemdRunning } from "./set-up.ts";
import { execute, type SetupStep } from "./step.ts";

/** The steps that remove what setup has made, except data and settings. */
export function removalSteps(root: string): SetupStep[] {
  const paths = [UNIT_FILE, WRAPPER_FILE, PROGRAM_FOLDER, PREVIOUS_PROGRAM_FOLDER].map((path) =>
    join(root, path),
  );
  const isStarted = root === "/" && isSystemdRunning() && existsSync(UNIT_FILE);
  const stop: SetupStep = {
    says: "stop and disable the server",
    state: "change",
    run: () => execute("systemctl", "disable", "--now", "firsthand.service"),
  };
  const forget: SetupStep = {
    says: "reload the systemd units",
    state: "make",
    run: () => execute("systemctl", "daemon-reload"),
  };
  const removals = paths.filter((path) => existsSync(path)).map(removal);
  return isStarted ? [stop, ...removals, forget] : removals;
}

function removal(path: string): SetupStep {
  return {
    says: `remove ${path}`,
    state: "change",
    run: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The existing paths that a removal leaves: answers, secrets, settings. */
export function leftBehind(root: string): string[] {
  const paths = [DATA_FOLDER, SECRETS_FOLDER, dirname(ENVIRONMENT_FILE)].map((path) => join(root, path));
  return paths.filter((path) => existsSync(path));
}
