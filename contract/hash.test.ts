import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileText } from "../tests/support/data/arbitraries.ts";
import { fingerprint } from "./hash.ts";

test("a text has the same fingerprint every day and on every device", () => {
  expect(["", "a", "b", "revenge", "revenue", "é", "👩‍👩‍👧‍👦"].map(fingerprint)).toEqual([
    "0wvjl67o8031aggevgbi2j",
    "262p94epp1d0bmnxinv5js",
    "2dic9ba9q670e5qxk0lde1",
    "13w4navmpvp1xatazzptp0",
    "29tburaqcsa08kl0wr4pnz",
    "2dw1k5a5uc5037o8xur9ha",
    "1pgjht3i5211r2qgzholoj",
  ]);
});

test("its first half is cyrb53 as its author published it", () => {
  const firstHalf = (text: string) => Number.parseInt(fingerprint(text).slice(0, 11), 36);
  expect(firstHalf("a")).toBe(7929297801672961);
  expect(firstHalf("b")).toBe(8684336938537663);
  expect(firstHalf("revenge")).toBe(4051478007546757);
  expect(firstHalf("revenue")).toBe(8309097637345594);
});

test("a fingerprint is always 22 characters of base 36", () => {
  fc.assert(fc.property(hostileText(), (text) => /^[0-9a-z]{22}$/.test(fingerprint(text))));
});

test("a hundred thousand similar texts have a hundred thousand fingerprints", () => {
  const seen = new Set<string>();
  for (let place = 0; place < 200; place++) {
    for (let number = 0; number < 500; number++) {
      seen.add(fingerprint(JSON.stringify(["booking-process", place, "", `We call ${number} people`])));
    }
  }
  expect(seen.size).toBe(100_000);
});

test("moving a character between neighboring parts changes the fingerprint", () => {
  expect(fingerprint(JSON.stringify(["ab", "c"]))).not.toBe(fingerprint(JSON.stringify(["a", "bc"])));
});
