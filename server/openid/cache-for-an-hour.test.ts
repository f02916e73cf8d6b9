import { expect, test } from "vitest";
import { HOUR_MS } from "#contract/instants.ts";
import { cacheForAnHour } from "./cache-for-an-hour.ts";

function counting(answer: (nth: number) => Promise<string>) {
  let asked = 0;
  const time = { now: 0 };
  const renewed = cacheForAnHour(
    () => {
      asked += 1;
      return answer(asked);
    },
    () => time.now,
  );
  return { renewed, time, asked: () => asked };
}

test("nothing is fetched before it is needed, and then once an hour", async () => {
  const { renewed, time, asked } = counting(async (nth) => `answer ${nth}`);
  expect(asked()).toBe(0);
  expect([await renewed(), await renewed()]).toEqual(["answer 1", "answer 1"]);
  time.now = HOUR_MS - 1;
  expect(await renewed()).toBe("answer 1");
  time.now = HOUR_MS;
  expect(await renewed()).toBe("answer 2");
});

test("simultaneous callers share one fetch, also when it fails, and the next caller fetches again", async () => {
  const { renewed, asked } = counting(async (nth) => {
    if (nth === 1) throw new Error("down");
    return "up";
  });
  const outcomes = await Promise.allSettled([renewed(), renewed(), renewed()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(asked()).toBe(1);
  expect(await renewed()).toBe("up");
});
