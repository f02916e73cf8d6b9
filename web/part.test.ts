import { expect, test, vi } from "vitest";
import { createPart } from "./part.ts";

test("a part is not loaded before it is requested", async () => {
  const load = vi.fn(async () => "the interview");
  const part = createPart(load);
  expect(part.store.getState()).toEqual({ module: undefined, error: undefined });
  expect(await part.find()).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
});

test("a part is available at once for any caller after it was loaded", async () => {
  const part = createPart(async () => "the interview");
  part.start();
  expect(part.store.getState().module).toBeUndefined();
  expect(await part.find()).toBe("the interview");
  expect(part.store.getState()).toEqual({ module: "the interview", error: undefined });
});

test("a part that failed to load reports why, and is available after a second try", async () => {
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
