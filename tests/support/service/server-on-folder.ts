import { type ChildProcess, spawn } from "node:child_process";
import { expect, onTestFinished } from "vitest";
import { dataOf } from "../faults/acknowledged.ts";
import { endTracing, type Tracing, tracedCommand } from "../faults/strace.ts";
import { expectFailure } from "../security/failures.ts";
import { PROGRAM, PROGRAM_ENV, WITHOUT_RECORDING } from "./program.ts";

export type RunningServer = {
  url: string;
  /** Ends the server and returns its exit code; null if the signal ended it. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
  /** Ends the faults that strace injects. */
  heal(): Promise<void>;
};
/** A server that did not start: its exit code and its output. */
export type RefusedStart = { status: number | null; said: string };

/** The server on a data folder, as an operator starts it; under strace if its disk is to fail. */
export async function startServer(
  folder: string,
  tracing?: Tracing,
  more: { [name: string]: string } = {},
): Promise<RunningServer | RefusedStart> {
  const [command = "", ...args] = tracing ? tracedCommand(tracing) : [process.execPath];
  const env = {
    // a traced server gets no further variables, because each file that it opens is counted
    ...(tracing ? { PATH: process.env.PATH } : PROGRAM_ENV),
    PORT: "0",
    NODE_ENV: "production",
    FIRSTHAND_DATA: folder,
    FIRSTHAND_RATE_SESSION: "0",
    FIRSTHAND_LOG_LEVEL: "error",
    ...WITHOUT_RECORDING,
    ...more,
  };
  const child = spawn(command, [...args, PROGRAM, "serve"], { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((settle) => child.once("close", settle));
  // if a test fails, its server is killed
  onTestFinished(() => void child.kill("SIGKILL"));
  const { said, ready } = listenTo(child);
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  if (url === undefined) return { status: await ended, said: said() };
  return {
    url,
    stop(signal) {
      child.kill(signal);
      return ended;
    },
    heal: () => endTracing(child.pid ?? 0),
  };
}

/** Starts a server and throws if it does not start. */
export async function readyServer(folder: string, tracing?: Tracing): Promise<RunningServer> {
  const server = await startServer(folder, tracing);
  if ("url" in server) return server;
  throw new Error(`The server ended with ${server.status}: ${server.said}`);
}

function listenTo({ stdout, stderr }: ChildProcess) {
  let output = "";
  const ready = new Promise<string>((settle) => {
    const hear = (part: string) => {
      output += part;
      const url = /^Firsthand is ready: (\S+)$/m.exec(output)?.[1];
      if (url) settle(url);
    };
    stdout?.setEncoding("utf8").on("data", hear);
    stderr?.setEncoding("utf8").on("data", hear);
  });
  return { ready, said: () => output };
}

export type Answer = { response: Response; ms: number };

/** One client's calls; each result includes how long the answer took. */
export function callsOf(
  { url }: { url: string },
  { token, accessKey }: { token: string; accessKey: string },
) {
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const start = performance.now();
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { response, ms: performance.now() - start };
  };
  return {
    load: () => call("GET", "/v1/onboarding"),
    /** Saves the test's n-th answer. */
    save: (n: number, length?: number) => call("PUT", "/v1/onboarding", { data: dataOf(n, length) }),
    signIn: () => call("POST", "/v1/auth/exchange", { key: accessKey }),
  };
}

/** Expects the code of an unavailable database and the time to try again. */
export async function expectUnavailable({ response }: Answer): Promise<void> {
  await expectFailure(response, "UNAVAILABLE");
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
}
