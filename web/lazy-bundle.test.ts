import { expect, test, vi } from "vitest";
import { createLazyBundle } from "./lazy-bundle.ts";

test("a bundle is not loaded before it is requested", async () => {
  const load = vi.fn(async () => "the interview");
  const bundle = createLazyBundle(load);
  expect(bundle.store.getState()).toEqual({ module: undefined, error: undefined });
  expect(await bundle.find()).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
});

test("a bundle is available at once for any caller after it was loaded", async () => {
  const bundle = createLazyBundle(async () => "the interview");
  bundle.start();
  expect(bundle.store.getState().module).toBeUndefined();
  expect(await bundle.find()).toBe("the interview");
  expect(bundle.store.getState()).toEqual({ module: "the interview", error: undefined });
});

test("a bundle that failed to load reports why, and is available after a second try", async () => {
  const error = new TypeError("Failed to fetch");
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(error)
    .mockResolvedValueOnce("the interview");
  const bundle = createLazyBundle(load);
  bundle.start();
  expect(await bundle.find()).toBeUndefined();
  expect(bundle.store.getState()).toEqual({ module: undefined, error });
  bundle.start();
  expect(await bundle.find()).toBe("the interview");
  expect(bundle.store.getState()).toEqual({ module: "the interview", error: undefined });
});
