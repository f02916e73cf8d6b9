import type { ChildProcess } from "node:child_process";
import { openInstallation } from "../server/open-installation.ts";
import { readConfig } from "../server/settings/config.ts";
import { addAdministrator } from "./administrator.ts";
import { addClients, loadWithSaves, signIn } from "./save-load.ts";
import { startProcess } from "./start-process.ts";

/** The number of clients that really sign in. All others are copies of those that save only once. */
export const ORIGINALS = 200;

export type Account = { keys: string[]; administrator: string };

/** Adds these clients, of whom each saves once, and an administrator. */
export async function makeOriginals(env: NodeJS.ProcessEnv): Promise<Account> {
  const keys = await addClients(env, ORIGINALS);
  const { storage } = await openInstallation(readConfig(env));
  const administrator = await addAdministrator(storage);
  await storage.close();
  await serving(env, async ({ url }) => {
    const tokens = await signIn(url, keys);
    await loadWithSaves(
      { url: `${url}/v1/onboarding`, tokens },
      { connections: ORIGINALS, saves: ORIGINALS },
    );
  });
  return { keys, administrator };
}

/** `readyMs`: from the start of the process until it reports that it is ready. */
export type Served = { url: string; pid: number; readyMs: number };

/** Runs a production server with this environment during `act`. */
export async function serving<Result>(
  env: NodeJS.ProcessEnv,
  act: (served: Served) => Promise<Result>,
): Promise<Result> {
  const children: ChildProcess[] = [];
  const began = performance.now();
  const all = { ...env, FIRSTHAND_RATE_SESSION: "0", PORT: "0", NODE_ENV: "production" };
  try {
    const url = await startProcess(["bin/firsthand.js", "serve"], all, children);
    return await act({ url, pid: children[0]?.pid ?? 0, readyMs: performance.now() - began });
  } finally {
    for (const child of children) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
    }
  }
}
