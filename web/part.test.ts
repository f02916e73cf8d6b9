import { expect, test, vi } from "vitest";
import { createPart } from "./part.ts";

test("a part is not fetched before it is asked for", async () => {
  const load = vi.fn(async () => "the interview");
  const part = createPart(load);
  expect(part.store.getState()).toEqual({ module: undefined, error: undefined });
  expect(await part.find()).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
});

test("a part is there at once for anyone who asks after it came", async () => {
  const part = createPart(async () => "the interview");
  part.start();
  expect(part.store.getState().module).toBeUndefined();
  expect(await part.find()).toBe("the interview");
  expect(part.store.getState()).toEqual({ module: "the interview", error: undefined });
});

test("a part that could not be fetched says why, and is there after a second try", async () => {
  const error = new TypeError("Failed to fetch");
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(error)
    .mockResolvedValueOnce("the interview");
  const part = createPart(load);
  part.start();
  expect(await part.find()).toBeUndefined();
  expect(part.store.getState()).toEqual({ module: undefined, error });
  part.start();
  expect(await part.find()).toBe("the interview");
  expect(part.store.getState()).toEqual({ module: "the interview", error: undefined });
});
