import { expect, test } from "vitest";
import { singleFlight } from "./single-flight.ts";

test("the same work requested meanwhile is done once, and again after it ends", async () => {
  const share = singleFlight<number>();
  let done = 0;
  const work = async () => {
    await Promise.resolve();
    done += 1;
    return done;
  };
  expect(await Promise.all([share("a", work), share("a", work), share("b", work)])).toEqual([1, 1, 2]);
  expect(await share("a", work)).toBe(3);
});

test("a failure reaches all waiting callers, and is not kept", async () => {
  const share = singleFlight<string>();
  const fail = async (): Promise<string> => {
    throw new Error("no");
  };
  const both = await Promise.allSettled([share("a", fail), share("a", async () => "not asked")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await share("a", async () => "yes")).toBe("yes");
});
