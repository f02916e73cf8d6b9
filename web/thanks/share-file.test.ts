import { expect, test } from "vitest";
import { canShareFiles, shareFile } from "./share-file.ts";

const FILE = { name: "Rosa-answers-2026-03-01.html", type: "text/html", text: "<p>Two of us</p>" };

test("files are shared only when the device supports it", () => {
  expect(canShareFiles({})).toBe(false);
  expect(canShareFiles({ canShare: () => false })).toBe(false);
  expect(canShareFiles({ canShare: ({ files } = {}) => files?.[0]?.type === "text/html" })).toBe(true);
});

test("a file is shared completely", async () => {
  const given: ShareData[] = [];
  expect(await shareFile({ share: async (data = {}) => void given.push(data) }, FILE)).toBe("shared");
  const [file] = given[0]?.files ?? [];
  expect([file?.name, file?.type, await file?.text()]).toEqual([FILE.name, FILE.type, FILE.text]);
});

test.each([
  ["canceled", new DOMException("The client closed it", "AbortError")],
  ["failed", new DOMException("Not allowed", "NotAllowedError")],
  ["failed", new Error("Unexpected")],
] as const)("a share that fails is %s", async (outcome, error) => {
  expect(await shareFile({ share: () => Promise.reject(error) }, FILE)).toBe(outcome);
});
