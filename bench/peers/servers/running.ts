import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { Command, Peer, Place } from "./peer.ts";

const POLL_MS = 10;
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 10_000;
/** The length of the kept end of its output, for reporting why it does not start. */
const SAID_LENGTH = 2_000;

export type Running = {
  url: string;
  pid: number;
  /** From the start of the process to the first successful answer of its health path. */
  startMs: number;
  stop: () => Promise<void>;
};

/** Starts the server and waits until it is ready. Throws with its output if it ends first. */
export async function startPeer({ command, health }: Peer, place: Place): Promise<Running> {
  const url = `http://127.0.0.1:${place.port}`;
  const began = performance.now();
  const { child, said } = spawnQuietly(command(place));
  const stop = () => stopProcess(child);
  try {
    while (!(await serves(`${url}${health}`))) {
      if (hasEnded(child)) throw new Error(`ended: ${said()}`);
      if (performance.now() - began > START_TIMEOUT_MS) throw new Error(`does not serve: ${said()}`);
      await wait(POLL_MS);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid ?? 0, startMs: performance.now() - began, stop };
}

/** Runs a command to its end. Throws with the command's output if the command fails. */
export async function runToItsEnd(command: Command): Promise<void> {
  const { child, said } = spawnQuietly(command);
  await once(child, "close");
  if (child.exitCode !== 0) throw new Error(`failed: ${said()}`);
}

function spawnQuietly({ args, cwd, env }: Command) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, args, {
    cwd,
    // without this process's variables, from which a server could take another's settings
    env: { PATH, HOME, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-SAID_LENGTH);
    });
  return { child, said: () => said };
}

function serves(address: string): Promise<boolean> {
  return fetch(address).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill();
  const kill = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(kill);
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
