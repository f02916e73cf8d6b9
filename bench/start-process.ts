import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Starts a process and returns the address that it prints. */
export async function startProcess(
  args: string[],
  env: NodeJS.ProcessEnv,
  children: ChildProcess[],
): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const address = /^(?:Firsthand is ready: )?(http:\S+)$/.exec(line)?.[1];
    if (!address) continue;
    // the log continues, and must be read so that the process does not block
    child.stdout.resume();
    return address;
  }
  throw new Error(`${args.join(" ")} ended without an address`);
}
