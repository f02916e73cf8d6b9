import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DATA, ENVIRONMENT, PROGRAM, PROGRAM_BEFORE, SECRETS, UNIT, WRAPPER } from "./places.ts";
import { isSystemdRunning } from "./set-up.ts";
import { execute, type Step } from "./step.ts";

/** The steps that remove what setup has made, except data and settings. */
export function removalSteps(root: string): Step[] {
  const paths = [UNIT, WRAPPER, PROGRAM, PROGRAM_BEFORE].map((path) => join(root, path));
  const isStarted = root === "/" && isSystemdRunning() && existsSync(UNIT);
  const stop: Step = {
    says: "stop the server, and start it no more",
    state: "change",
    run: () => execute("systemctl", "disable", "--now", "firsthand.service"),
  };
  const forget: Step = {
    says: "read the units again",
    state: "make",
    run: () => execute("systemctl", "daemon-reload"),
  };
  const removals = paths.filter((path) => existsSync(path)).map(removal);
  return isStarted ? [stop, ...removals, forget] : removals;
}

function removal(path: string): Step {
  return {
    says: `remove ${path}`,
    state: "change",
    run: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The existing paths that a removal leaves: answers, secrets, settings. */
export function leftBehind(root: string): string[] {
  const paths = [DATA, SECRETS, dirname(ENVIRONMENT)].map((path) => join(root, path));
  return paths.filter((path) => existsSync(path));
}
