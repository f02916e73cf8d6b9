import { beforeEach, describe, expect, test } from "vitest";
import { HOUR_MS } from "#contract/instants.ts";
import type { Check } from "#contract/manage/checks.ts";
import { type LatestChecks, latestChecks } from "./latest-checks.ts";

const well: Check = { name: "mail", state: "ok", found: "Signed in." };

let now: number;
let runs: number;
let finish: (checks: Check[]) => void;
let latest: LatestChecks;
/** Whether the process of an ended run is gone. */
let isGone: boolean;

beforeEach(() => {
  now = Date.parse("2026-11-28T09:00:00Z");
  runs = 0;
  isGone = false;
  latest = latestChecks({
    clock: () => now,
    make: (signal) => {
      runs += 1;
      return new Promise((settle, fail) => {
        finish = settle;
        signal.addEventListener("abort", () =>
          setImmediate(() => {
            isGone = true;
            fail(new Error("Their process ended: stopped."));
          }),
        );
      });
    },
  });
});

const readOnce = (checks = [well]) => {
  const read = latest.read();
  finish(checks);
  return read;
};

describe("the results of the server's checks", () => {
  test("are kept for an hour", async () => {
    expect(await readOnce()).toEqual({ checkedAt: "2026-11-28T09:00:00.000Z", checks: [well] });
    now += HOUR_MS - 1;
    expect((await latest.read()).checkedAt).toBe("2026-11-28T09:00:00.000Z");
    expect(runs).toBe(1);
    now += 1;
    expect((await readOnce()).checkedAt).toBe("2026-11-28T10:00:00.000Z");
    expect(runs).toBe(2);
  });

  test("are refreshed after the clock was set back", async () => {
    await readOnce();
    now -= 2 * HOUR_MS;
    expect((await readOnce()).checkedAt).toBe("2026-11-28T07:00:00.000Z");
  });

  test("come from one run for all simultaneous callers", async () => {
    const asked = [latest.read(), latest.again(), latest.read()];
    finish([well]);
    for (const checks of await Promise.all(asked)) expect(checks.checks).toEqual([well]);
    expect(runs).toBe(1);
  });

  test("are refreshed on request", async () => {
    await readOnce([]);
    const again = latest.again();
    finish([well]);
    expect((await again).checks).toEqual([well]);
    expect((await latest.read()).checks).toEqual([well]);
    expect(runs).toBe(2);
  });

  test("report a failed check where the checks could not run, and the server can stop meanwhile", async () => {
    const read = latest.read();
    await latest.stop();
    expect(isGone).toBe(true);
    expect((await read).checks).toEqual([
      expect.objectContaining({
        state: "failed",
        found: "The checks could not be made: Their process ended: stopped.",
      }),
    ]);
  });
});
