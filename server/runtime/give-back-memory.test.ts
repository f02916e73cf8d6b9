import { expect, test } from "vitest";
import { giveBackMemorySoon } from "./give-back-memory.ts";

/** In a function that has ended: a frame under way could hold it. */
const neededByStart = () => new WeakRef({ text: "by the start".repeat(1_000) });

test("what only the start needed is given back once it is over, and no other code can ask for that", async () => {
  const needed = neededByStart();
  giveBackMemorySoon();
  await expect.poll(() => needed.deref(), { timeout: 20_000 }).toBeUndefined();
  expect(globalThis).not.toHaveProperty("gc");
});
