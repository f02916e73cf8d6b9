import { expect, test } from "vitest";
import { takeRefusal } from "./taken-refusal.ts";

function windowAt(hash: string) {
  const replaced: unknown[] = [];
  const location = { hash, pathname: "/console/" } as Location;
  const history = { replaceState: (...args: unknown[]) => void replaced.push(args[2]) } as unknown as History;
  return { location, history, replaced };
}

test("a refusal is read once and removed from the address", () => {
  const page = windowAt("#refused=no-account");
  expect(takeRefusal(page)).toBe("no-account");
  expect(page.replaced).toEqual(["/console/"]);
});

test.each(["#refused=", "#refused=<script>", "#refused=toString", "#refused=no-account&x"])(
  "text that our server never writes is removed from the address without being shown: %s",
  (hash) => {
    const page = windowAt(hash);
    expect(takeRefusal(page)).toBeUndefined();
    expect(page.replaced).toEqual(["/console/"]);
  },
);

test.each(["", "#link=fhl_x", "#elsewhere"])("another address is left alone: %j", (hash) => {
  const page = windowAt(hash);
  expect(takeRefusal(page)).toBeUndefined();
  expect(page.replaced).toEqual([]);
});
