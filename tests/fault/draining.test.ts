import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";
import { missingSaves, writersOf } from "../support/faults/writers.ts";
import { commandLine } from "../support/service/command-line.ts";
import { fixedPort } from "../support/service/fixed-port.ts";
import { type ServerProcess, serverProcess } from "../support/service/server-process.ts";

const DRAIN_SECONDS = 2;
const ENDED_AT_ONCE_MS = 2_000;

const PROGRAM = join(import.meta.dirname, "../../bin/firsthand.js");
/** Starts the server and passes signals on to it, as `npm start` does. */
const PASSING_ON = `const { spawn } = require("node:child_process");
  const server = spawn(process.execPath, [process.argv[1], "serve"], { stdio: "inherit" });
  process.on("SIGINT", () => {
    server.kill("SIGINT");
    process.stdout.write("passed on\\n");
  });
  server.on("exit", (code) => process.exit(code ?? 9));`;

let server: ServerProcess;
afterEach(() => server?.close());

async function start(drainSeconds: number) {
  server = await serverProcess({
    FIRSTHAND_DRAIN_SECONDS: String(drainSeconds),
    FIRSTHAND_METRICS_PORT: "0",
  });
  await server.start();
}

/** Probes over a separate connection, as a load balancer does. */
async function probe(path: string): Promise<{ status: number; reason?: string } | "refused"> {
  const response = await fetch(server.url + path, { headers: { connection: "close" } }).catch(
    () => undefined,
  );
  if (!response) return "refused";
  const { reason } = (await response.json()) as { reason?: string };
  return { status: response.status, ...(reason !== undefined && { reason }) };
}

async function isConnectable(): Promise<boolean> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const isOpen = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

test(
  "rolling restarts under constant load: not ready at once, new connections until the drain ends, nothing lost",
  async () => {
    await start(DRAIN_SECONDS);
    const random = randomOf(seed);
    const writers = writersOf(server.url, await server.signIn(20));
    const count = trials(2, 10);
    let whileDraining = 0;
    writers.start();
    for (let trial = 0; trial < count; trial++) {
      await writers.everyoneSaves();
      await setTimeout(random() * 100);
      const begun = performance.now();
      const stopped = server.stop("SIGTERM");
      await vi.waitFor(async () =>
        expect(await probe("/readyz")).toEqual({ status: 503, reason: "stopping" }),
      );
      expect(await probe("/healthz")).toEqual({ status: 200 });
      // every writer is still served although the server is no longer ready; the first save may have been sent earlier
      await writers.everyoneSaves();
      await writers.everyoneSaves();
      whileDraining += 1;
      expect(performance.now() - begun).toBeLessThan(DRAIN_SECONDS * 1_000);
      while (await isConnectable()) await setTimeout(10);
      expect(performance.now() - begun).toBeGreaterThan(DRAIN_SECONDS * 1_000 - 100);
      expect(await stopped).toMatchObject({ code: 0 });
      await server.start();
      expect(await probe("/readyz")).toEqual({ status: 200 });
    }
    await writers.everyoneSaves();
    await writers.stop();
    writers.close();
    const acknowledged = writers.takeAcknowledged();
    const lost = await server.withStorage((storage) => missingSaves(storage, acknowledged));
    const cuts = writers.takeCuts();
    recordFigure({
      promise: "P5",
      fault: "rolling restart with a drain time",
      trials: count,
      losses: lost.length + cuts.length,
      note: `${acknowledged.length} saves acknowledged`,
    });
    expect({ lost, cuts, whileDraining }).toEqual({ lost: [], cuts: [], whileDraining: count });
  },
  trials(60_000, 300_000),
);

describe("what ends a drain early:", () => {
  test("a second signal", async () => {
    await start(60);
    void server.stop("SIGTERM");
    await vi.waitFor(async () => expect(await probe("/readyz")).toMatchObject({ status: 503 }));
    // a repeated signal shortly after the first counts as the same key press
    const pressing = setInterval(() => void server.stop("SIGTERM"), 20);
    const ended = await server.stop("SIGTERM");
    clearInterval(pressing);
    expect(ended.code).toBe(1);
    expect(ended.ms).toBeLessThan(ENDED_AT_ONCE_MS);
  });

  test("Ctrl+C does not start a drain", async () => {
    await start(60);
    const { code, ms } = await server.stop("SIGINT");
    expect(code).toBe(0);
    expect(ms).toBeLessThan(ENDED_AT_ONCE_MS);
  });
});

test("Ctrl+C in a terminal, which every program of the group gets and passes on, counts as one signal", async () => {
  const cli = commandLine();
  const port = await fixedPort();
  const env = { PATH: process.env.PATH ?? "", FIRSTHAND_DATA: cli.data, PORT: String(port) };
  const wrapper = spawn(process.execPath, ["-e", PASSING_ON, PROGRAM], { env, detached: true });
  onTestFinished(() => {
    if (wrapper.exitCode === null) process.kill(-Number(wrapper.pid), "SIGKILL");
    cli.remove();
  });
  let output = "";
  wrapper.stdout.on("data", (part) => {
    output += part;
  });
  await vi.waitFor(() => expect(output).toContain("Console: "), { timeout: 20_000 });
  // a request that is still being sent delays the shutdown, so that both signals arrive in time
  const socket = connect(port, "127.0.0.1");
  await new Promise((sent) => socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n", sent));
  await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: "close" } });
  const ended = once(wrapper, "exit");
  process.kill(-Number(wrapper.pid), "SIGINT");
  await vi.waitFor(() => expect(output).toContain("passed on"));
  await vi.waitFor(() => expect(output).toContain('"msg":"stopping"'));
  socket.write("\r\n");
  expect(await ended).toEqual([0, null]);
  socket.destroy();
});
