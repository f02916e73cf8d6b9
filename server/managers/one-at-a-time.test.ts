import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

test("work of one key runs in order, one at a time, and other keys do not wait for it", async () => {
  const inTurn = oneAtATime();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  const first = inTurn("a", async () => {
    await promise;
    done.push("first");
  });
  const second = inTurn("a", async () => void done.push("second"));
  await inTurn("b", async () => void done.push("other"));
  resolve();
  await Promise.all([first, second]);
  expect(done).toEqual(["other", "first", "second"]);
});

test("a failing task lets the next one run", async () => {
  const inTurn = oneAtATime();
  const failed = inTurn("a", () => Promise.reject(new Error("no")));
  const next = inTurn("a", async () => "done");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("done");
});

test("a task is refused while too many wait, and accepted once they are done", async () => {
  const inTurn = oneAtATime();
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 21 }, () => inTurn("a", () => promise));
  await expect(inTurn("a", () => promise)).rejects.toMatchObject({ code: "SIGN_IN_BUSY" });
  resolve();
  await Promise.all(waiting);
  expect(await inTurn("a", async () => "done")).toBe("done");
});
