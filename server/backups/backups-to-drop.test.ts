import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { type NamedBackup, newBackupName, parseBackupName } from "./backup-name.ts";
import { backupsToDrop, KEPT_BACKUPS } from "./backups-to-drop.ts";

const FIRST_NIGHT = Date.parse("2026-01-01T03:00:00Z");

function backupAt(at: number, isBeforeUpgrade = false): NamedBackup {
  const named = parseBackupName(newBackupName(at, { isBeforeUpgrade }));
  if (!named) throw new Error(`No backup has the name of ${at}`);
  return named;
}

/** The backups that remain after `nights` nights, some of which are missed. */
function leftAfter(nights: number, isMissed: (night: number) => boolean = () => false): NamedBackup[] {
  let left: NamedBackup[] = [];
  for (let night = 0; night < nights; night++) {
    if (isMissed(night)) continue;
    const now = FIRST_NIGHT + night * DAY_MS;
    left.push(backupAt(now));
    const dropped = backupsToDrop(left, now);
    left = left.filter((backup) => !dropped.includes(backup));
  }
  return left;
}

const days = (backups: NamedBackup[]) => backups.map(({ name }) => name.slice(10, 20));

test("after a month of nights, 7 days, 4 weeks and both months are kept", () => {
  expect(days(leftAfter(40))).toEqual(
    [
      // the last of January
      "2026-01-31",
      // one backup a week
      "2026-01-25",
      "2026-02-01",
      // one backup a day
      "2026-02-03",
      "2026-02-04",
      "2026-02-05",
      "2026-02-06",
      "2026-02-07",
      "2026-02-08",
      "2026-02-09",
    ].sort(),
  );
});

test("after a year of nights, the last day of each recent month is kept too", () => {
  const left = days(leftAfter(365));
  expect(left).toEqual(
    expect.arrayContaining([
      "2026-12-31",
      "2026-11-30",
      "2026-10-31",
      "2026-09-30",
      "2026-08-31",
      "2026-07-31",
    ]),
  );
  expect(left.length).toBeLessThanOrEqual(KEPT_BACKUPS.days + KEPT_BACKUPS.weeks + KEPT_BACKUPS.months);
});

test("a server that was off for a year drops one day and one week in favor of the new backup", () => {
  const before = days(leftAfter(40));
  const after = days(leftAfter(400, (night) => night >= 40 && night < 399));
  expect(before.filter((day) => !after.includes(day))).toEqual(["2026-01-25", "2026-02-03"]);
});

describe("what is kept", () => {
  const nights = fc.uniqueArray(fc.integer({ min: 0, max: 500 * 24 }), { minLength: 1, maxLength: 120 });

  test("is the newest backup, all of the last day, and as many days, weeks and months as configured", () => {
    fc.assert(
      fc.property(nights, (hours) => {
        const backups = hours.map((hour) => backupAt(FIRST_NIGHT + hour * HOUR_MS));
        const newest = Math.max(...backups.map(({ madeAt }) => madeAt));
        const dropped = backupsToDrop(backups, newest);
        const left = backups.filter((backup) => !dropped.includes(backup));
        expect(left.some(({ madeAt }) => madeAt === newest)).toBe(true);
        expect(dropped.every(({ madeAt }) => newest - madeAt >= DAY_MS)).toBe(true);
        for (const [length, kept] of [
          [10, KEPT_BACKUPS.days],
          [7, KEPT_BACKUPS.months],
        ] as const) {
          const periods = (some: NamedBackup[]) =>
            [...new Set(some.map(({ name }) => name.slice(10, 10 + length)))].sort().reverse().slice(0, kept);
          expect(periods(left)).toEqual(periods(backups));
        }
      }),
    );
  });

  test("does not change on a second look", () => {
    fc.assert(
      fc.property(nights, (hours) => {
        const backups = hours.map((hour) => backupAt(FIRST_NIGHT + hour * HOUR_MS));
        const now = FIRST_NIGHT + 501 * DAY_MS;
        const dropped = backupsToDrop(backups, now);
        const left = backups.filter((backup) => !dropped.includes(backup));
        expect(backupsToDrop(left, now)).toEqual([]);
      }),
    );
  });

  test("includes the newest backup from before an upgrade, however old", () => {
    const upgrade = backupAt(FIRST_NIGHT, true);
    const earlier = backupAt(FIRST_NIGHT - 40 * DAY_MS, true);
    const nightly = Array.from({ length: 400 }, (_, night) => backupAt(FIRST_NIGHT + (night + 1) * DAY_MS));
    const dropped = backupsToDrop([earlier, upgrade, ...nightly], FIRST_NIGHT + 400 * DAY_MS);
    expect(dropped).toContain(earlier);
    expect(dropped).not.toContain(upgrade);
  });
});

describe("the name of a backup", () => {
  test("says when and why it was made", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e9 }), fc.boolean(), (second, isBeforeUpgrade) => {
        const name = newBackupName(second * 1_000, { isBeforeUpgrade });
        expect(parseBackupName(name)).toEqual({ name, madeAt: second * 1_000, isBeforeUpgrade });
      }),
    );
  });

  test.each([
    "firsthand.db",
    "firsthand-monday.db",
    "firsthand-2026-13-01T03-00-00Z.db",
    "firsthand-2026-01-01T25-00-00Z.db",
    "firsthand-2026-01-01T03-00-00Z.db.1234abcd.half",
    "../firsthand-2026-01-01T03-00-00Z.db",
    "firsthand-2026-01-01T03-00-00Z-before-upgrade.db ",
  ])("is not %s", (name) => {
    expect(parseBackupName(name)).toBeUndefined();
  });
});
