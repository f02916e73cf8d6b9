import { describe, expect, test, vi } from "vitest";
import { inGroups } from "./batches.ts";
import { StorageUnavailable, WritesCollided } from "./faults.ts";

/** A little less than the batch's patience, because a timer may fire a moment early. */
const WAITED_MS = 495;

type Item = { owner: string; name: string };

function grouping(
  run: (items: Item[]) => Promise<string[]> = async (items) => items.map(({ name }) => name),
) {
  const groups: string[][] = [];
  const add = inGroups<Item, string>({
    ownerOf: ({ owner }) => owner,
    run(items) {
      groups.push(items.map(({ name }) => name));
      return run(items);
    },
  });
  return { groups, add: (name: string, owner = name) => add({ owner, name }) };
}

describe("simultaneous work", () => {
  test("runs together, in an order that does not depend on arrival, and each caller gets its own result", async () => {
    const { groups, add } = grouping();
    expect(await Promise.all([add("c"), add("a"), add("b")])).toEqual(["c", "a", "b"]);
    expect(groups).toEqual([["a", "b", "c"]]);
  });

  test("of one owner runs one after the other, in order of arrival", async () => {
    const { groups, add } = grouping();
    await Promise.all([add("one", "x"), add("two", "x"), add("other", "y"), add("three", "x")]);
    expect(groups).toEqual([["one", "other"], ["two"], ["three"]]);
  });

  test("runs fifty at a time", async () => {
    const { groups, add } = grouping();
    await Promise.all(Array.from({ length: 120 }, (_, place) => add(String(place))));
    expect(groups.map(({ length }) => length)).toEqual([50, 50, 20]);
  });

  test("waits for the previous group, unless that one has to wait itself", async () => {
    let free = () => {};
    const stuck = new Promise<void>((resolve) => {
      free = resolve;
    });
    const begun: number[] = [];
    const { groups, add } = grouping(async (items) => {
      begun.push(performance.now());
      if (items.some(({ name }) => name === "stuck")) await stuck;
      return items.map(({ name }) => name);
    });
    const first = add("stuck");
    await vi.waitFor(() => expect(groups).toEqual([["stuck"]]));
    expect(await add("second")).toBe("second");
    const [one = Number.NaN, other = Number.NaN] = begun;
    expect(other - one).toBeGreaterThan(WAITED_MS);
    free();
    expect(await first).toBe("stuck");
  });
});

describe("a group that fails", () => {
  test("runs one by one, and only the faulty call fails", async () => {
    const { groups, add } = grouping(async (items) => {
      if (items.some(({ name }) => name === "bad")) throw new Error("bad");
      return items.map(({ name }) => name);
    });
    const settled = await Promise.allSettled([add("a"), add("bad"), add("c")]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(groups).toEqual([["a", "bad", "c"], ["a"], ["bad"], ["c"]]);
  });

  test("because of a lost database is not tried again for each call", async () => {
    const { groups, add } = grouping(() => Promise.reject(new StorageUnavailable("away")));
    const settled = await Promise.allSettled([add("a"), add("b")]);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(groups).toEqual([["a", "b"]]);
  });

  test("because of other writers is halved until the parts pass, and only conflicting calls fail", async () => {
    const { groups, add } = grouping(async (items) => {
      const isRefused = items.length > 2 || items.some(({ name }) => name === "e");
      if (isRefused) throw new WritesCollided("others write the same");
      return items.map(({ name }) => name);
    });
    const settled = await Promise.allSettled(["a", "b", "c", "d", "e"].map((name) => add(name)));
    expect(settled.map(({ status }) => status)).toEqual([...Array(4).fill("fulfilled"), "rejected"]);
    expect(groups).toEqual([
      ["a", "b", "c", "d", "e"],
      ["a", "b", "c"],
      ["a", "b"],
      ["c"],
      ["d", "e"],
      ["d"],
      ["e"],
    ]);
  });

  test("does not delay later callers", async () => {
    let isAway = true;
    const { add } = grouping(async (items) => {
      if (isAway) throw new StorageUnavailable("away");
      return items.map(({ name }) => name);
    });
    await expect(add("a")).rejects.toThrow("away");
    isAway = false;
    expect(await add("b")).toBe("b");
  });
});
