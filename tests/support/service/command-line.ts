import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { addClient } from "../../../server/access-keys/issue-key.ts";
import { runCommand } from "../../../server/cli/run-command.ts";
import { openInstallation } from "../../../server/open-installation.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { captureOutput } from "./captured-output.ts";
import { PROGRAM, PROGRAM_ENV } from "./program.ts";

const STACK_TRACE = /^\s+at |node:internal|Error:.*\n\s+at /m;

type Env = { [name: string]: string };
type Ended = { status: number; stdout: string; stderr: string };

/** Commands that do one thing and report it; without a new process they take a tenth of the time. */
const QUICK =
  "audio audit backup client config interview key mail manager migrate record restore retention secrets take";
/** Commands that ask for input, or stream to standard output. */
const IN_OWN_PROCESS = ["drop-master", "erase", "export", "publish"];

/** A separate data folder with the real command on it. */
export function commandLine() {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-cli-"));
  const env = { ...PROGRAM_ENV, FIRSTHAND_DATA: join(folder, "data") };
  const open = (more: Env = {}) => openInstallation(readConfig({ ...env, ...more }));

  /** Runs one command to its end; quick commands run in this process. */
  const firsthand = (args: string[], more: Env = {}) =>
    isQuick(args) ? runHere(args, { ...env, ...more }) : run(args, { ...env, ...more });

  return {
    folder,
    data: env.FIRSTHAND_DATA,
    firsthand,
    /** As `firsthand`, but always in a separate process. */
    program: (args: string[], more: Env = {}) => run(args, { ...env, ...more }),
    /** As `firsthand`, for a command that asks, with `typed` as the only input. */
    answering: (args: string[], typed: string) => run(args, env, typed),
    /** The parsed output of a command with `--json`. */
    async facts<Facts>(...args: string[]): Promise<Facts> {
      const { status, stdout, stderr } = await firsthand([...args, "--json"]);
      expect([status, stderr]).toEqual([0, ""]);
      return JSON.parse(stdout) as Facts;
    },
    /** The same storage that the commands use. */
    open,
    /** Makes an installation without clients or accounts, as a server's first start does. */
    make: async () => (await open()).storage.close(),
    /** Adds a client as `client add` does, but faster, for the setup of a test. */
    async addClient(clientName: string): Promise<AddedClient> {
      const installation = await open();
      const added = await addClient({ ...installation, now: Date.now() }, { name: clientName });
      await installation.storage.close();
      return { ...added, clientName };
    },
    /** Starts a server on the folder and a free port; resolves once it says that it is ready. */
    serve: (more: Env = {}) => startServer({ ...env, PORT: "0", ...more }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function isQuick([group = "", name = ""]: string[]): boolean {
  return QUICK.split(" ").includes(group) && !IN_OWN_PROCESS.includes(name);
}

async function runHere(args: string[], env: Env): Promise<Ended> {
  const { result, ...said } = await captureOutput(() => runCommand(args, env));
  expectNoStackTrace(args, said);
  return { status: result, ...said };
}

/** Runs a command; resolves with its status and output, and rejects if the output has a stack trace. */
function run(args: string[], env: Env, typed = ""): Promise<Ended> {
  return new Promise((settle, fail) => {
    const child = execFile(process.execPath, [PROGRAM, ...args], { env }, (error, stdout, stderr) => {
      // an error thrown in this callback would not reach the test
      try {
        expectNoStackTrace(args, { stdout, stderr });
        settle({ status: Number(error?.code ?? 0), stdout, stderr });
      } catch (found) {
        fail(found);
      }
    });
    child.stdin?.end(typed);
  });
}

function expectNoStackTrace(args: string[], { stdout, stderr }: Omit<Ended, "status">): void {
  if (STACK_TRACE.test(`${stdout}${stderr}`)) throw new Error(`${args.join(" ")}: ${stdout}${stderr}`);
}

async function startServer(env: Env) {
  const child = spawn(process.execPath, [PROGRAM, "serve"], { env });
  const ended = new Promise<number | null>((settle) => child.once("exit", settle));
  let output = "";
  const waiting: (() => void)[] = [];
  child.stdout.on("data", (part) => {
    output += part;
    for (const look of waiting) look();
  });
  /** The rest of the line that begins with this text, once the line is there. */
  const line = (start: string) =>
    new Promise<string>((settle, reject) => {
      const look = () => {
        const found = new RegExp(`^${start}: (\\S+)$`, "m").exec(output)?.[1];
        if (found) settle(found);
      };
      waiting.push(look);
      child.stderr.on("data", (part) => reject(new Error(String(part))));
      look();
    });
  return {
    url: await line("Firsthand is ready"),
    line,
    output: () => output,
    /** Ends the server and returns its exit code; null if the signal ended it. */
    stop(signal: NodeJS.Signals = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}

export type AddedClient = {
  clientId: string;
  clientName: string;
  keyId: string;
  accessKey: string;
};
