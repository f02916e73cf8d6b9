import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { loggedError } from "./logged-error.ts";

const CANARY = "canary7f3a";

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown");
}

describe("what an error was given is left out:", () => {
  const deceitful = new Error(`first\n    at ${CANARY} (file:///x.ts:1:2)`);
  test.each<[string, () => unknown]>([
    ["JSON that ends too early", () => JSON.parse(`{"answer":"${CANARY}`)],
    ["a word that is no JSON", () => JSON.parse(CANARY)],
    ["JSON with something behind it", () => JSON.parse(`{"${CANARY}":"a \\" quote"} ${CANARY}`)],
    ["JSON with another letter in it", () => JSON.parse(`{"a":"${CANARY}" '}`)],
    ["an address", () => new URL(`https//${CANARY}`)],
    [
      "a field of an error of PostgreSQL",
      () => {
        const detail = `Key (email)=(${CANARY}) already exists.`;
        throw Object.assign(new Error("duplicate key value"), { code: "23505", detail, where: CANARY });
      },
    ],
    [
      "a value in a message of PostgreSQL",
      () => {
        throw new Error(`invalid input syntax for type integer: "${CANARY}"`);
      },
    ],
    ["a value of the wrong shape", () => z.object({ a: z.enum(["x"]) }).parse({ a: CANARY, [CANARY]: 1 })],
    [
      "a cause",
      () => {
        throw new Error("outside", { cause: new Error(`inside "${CANARY}"`) });
      },
    ],
    [
      "an address of a connection",
      () => {
        const syscall = "getaddrinfo";
        throw Object.assign(new Error(`${syscall} ENOTFOUND ${CANARY}`), {
          code: "ENOTFOUND",
          syscall,
          hostname: CANARY,
        });
      },
    ],
    [
      "a text that was thrown",
      () => {
        throw CANARY;
      },
    ],
  ])("%s", (_, work) => {
    expect(JSON.stringify(loggedError(thrownBy(work)))).not.toContain(CANARY);
  });

  test("lines of a message that look like calls are none", () => {
    expect(loggedError(deceitful).stack.join()).not.toContain(CANARY);
  });
});

describe("what we know of an error is told:", () => {
  test("its kind, its message, its code, where it was thrown, and what caused it", () => {
    const cause = Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 10 });
    const told = loggedError(new TypeError("a bug", { cause }));
    expect(told).toMatchObject({
      type: "TypeError",
      message: "a bug",
      cause: { type: "Error", message: "disk I/O error", code: 10 },
    });
    expect(told.stack[0]).toContain("logged-error.test.ts");
  });

  test("the path of a file that is not there", () => {
    expect(loggedError(thrownBy(() => readFileSync("/nowhere/at/all")))).toMatchObject({
      message: "ENOENT: no such file or directory, open '/nowhere/at/all'",
      code: "ENOENT",
    });
  });

  test("a program that is not there", () => {
    expect(loggedError(spawnSync("/nowhere/program").error)).toMatchObject({ code: "ENOENT" });
  });

  test("of a chain without an end, its beginning", () => {
    const circle = new Error("round");
    circle.cause = circle;
    expect(JSON.stringify(loggedError(circle)).length).toBeLessThan(20_000);
  });
});
