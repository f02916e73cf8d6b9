import { afterEach, expect, test, vi } from "vitest";
import { rememberChoice, rememberedChoice } from "./device-choices.ts";

/** The browser's cache storage, whose first write waits until it is released. */
function slowCaches() {
  const entries = new Map<string, Response>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let writes = 0;
  vi.stubGlobal("caches", {
    open: async () => ({
      async put(entry: string, response: Response) {
        if (writes++ === 0) await released;
        entries.set(entry, response);
      },
    }),
    match: async (entry: string) => entries.get(entry)?.clone(),
  });
  return release;
}
afterEach(() => {
  vi.unstubAllGlobals();
});

test("of two choices made at once the later one is remembered, also where the earlier one is written slowly", async () => {
  const release = slowCaches();
  const written = [rememberChoice("language", "es"), rememberChoice("language", "en")];
  release();
  await Promise.all(written);
  expect(await rememberedChoice("language")).toBe("en");
});

test("a choice that cannot be stored does not stop the next one", async () => {
  vi.stubGlobal("caches", { open: () => Promise.reject(new Error("No room")) });
  await expect(rememberChoice("enter", "line")).rejects.toThrow("No room");
  const release = slowCaches();
  release();
  await rememberChoice("enter", "answer");
  expect(await rememberedChoice("enter")).toBe("answer");
});

test("a choice without storage is not an error", async () => {
  await rememberChoice("enter", "line");
  expect(await rememberedChoice("enter")).toBeUndefined();
});
