import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const CANARY = "canary7f3a";

/** A process of its own that goes on by itself, with a bug in it. */
function runWith(bug: string) {
  const program = `
    import pino from "pino";
    import { endOnBug } from ${JSON.stringify(new URL("./end-on-bug.ts", import.meta.url).href)};
    import { createLogger } from ${JSON.stringify(new URL("./logger.ts", import.meta.url).href)};
    const stream = pino.destination({ sync: false });
    endOnBug(createLogger("info", stream), () => stream.flushSync());
    setInterval(() => undefined, 1_000);
    ${bug}`;
  const args = ["--input-type=module-typescript", "--eval", program];
  return spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8", timeout: 20_000 });
}

test.each([
  ["an error that nobody catches", `setImmediate(() => JSON.parse("{'${CANARY}"));`],
  ["a promise that nobody waits for", `Promise.reject(new Error("the value \\"${CANARY}\\" is wrong"));`],
])("%s ends the server with one line of log, and without what it was given", (_, bug) => {
  const { status, stdout, stderr } = runWith(bug);
  const lines = stdout.split("\n").filter(Boolean);
  expect([status, stderr, lines.length]).toEqual([1, "", 1]);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 60,
    msg: "unexpected error: the server ends",
    err: { type: expect.stringMatching(/Error$/), stack: expect.any(Array) },
  });
  expect(stdout).not.toContain(CANARY);
});
