import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { HISTORY_MAX_DAYS, HISTORY_MAX_STEPS } from "#contract/limits.ts";
import { type RevisionStep, stepsToDrop } from "./thin-history.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

/** The gaps between saves, newest first: mostly within 40 days, with bursts, and now and then from a wrong clock. */
const gap = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 60_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 2 * DAY_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: -HOUR_MS, max: 0 }) },
);
const steps = fc.array(gap, { maxLength: 700, size: "max" }).map((gaps) => {
  let savedAt = NOW;
  return gaps.map((ms, place): RevisionStep => {
    savedAt -= ms;
    return { revision: gaps.length - place, savedAt };
  });
});

function thinned(history: RevisionStep[], now = NOW): RevisionStep[] {
  const dropped = new Set(stepsToDrop(history, now));
  return history.filter(({ revision }) => !dropped.has(revision));
}

test("the newest step is always kept, however old it is", () => {
  fc.assert(
    fc.property(steps, fc.nat(100 * DAY_MS), (history, later) => {
      expect(thinned(history, NOW + later)[0]).toEqual(history[0]);
    }),
  );
});

test("at most 500 steps stay, and only the newest can be older than 30 days", () => {
  fc.assert(
    fc.property(steps, (history) => {
      const kept = thinned(history);
      expect(kept.length).toBeLessThanOrEqual(HISTORY_MAX_STEPS);
      for (const { savedAt } of kept.slice(1))
        expect(NOW - savedAt).toBeLessThanOrEqual(HISTORY_MAX_DAYS * DAY_MS);
    }),
  );
});

test("every step of the last hour stays, also when the clock was set back", () => {
  fc.assert(
    fc.property(steps, (history) => {
      const recent = history
        .filter(({ savedAt }) => NOW - savedAt <= HOUR_MS)
        .slice(0, HISTORY_MAX_STEPS / 2);
      const kept = new Set(thinned(recent).map(({ revision }) => revision));
      for (const { revision } of recent) expect(kept).toContain(revision);
    }),
  );
});

test("of a save each minute, all of the last hour stay, and before that one per 10 minutes", () => {
  const everyMinute = Array.from({ length: 60 * 24 }, (_, place) => ({
    revision: 2_000 - place,
    savedAt: NOW - place * 60_000,
  }));
  const kept = thinned(everyMinute);
  expect(kept).toHaveLength(61 + 137);
});

test("thinning a history twice drops nothing the second time", () => {
  fc.assert(
    fc.property(steps, (history) => {
      expect(stepsToDrop(thinned(history), NOW)).toEqual([]);
    }),
  );
});
