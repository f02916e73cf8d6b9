import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/instants.ts";
import { wallClock } from "../settings/wall-clock.ts";
import { newBackupName } from "./backup-name.ts";
import { lastNight, type NightlyBackups, nightlyBackups, type RunBackup } from "./nightly-backups.ts";

const BERLIN = wallClock(() => "Europe/Berlin");
const at = (text: string) => Date.parse(text);

describe("the last night", () => {
  test.each([
    ["before 3 in the morning", "2026-11-28T01:59:00Z", "2026-11-27T02:00:00Z"],
    ["at 3", "2026-11-28T02:00:00Z", "2026-11-28T02:00:00Z"],
    ["in the evening", "2026-11-28T22:30:00Z", "2026-11-28T02:00:00Z"],
    ["after midnight, by another day than in UTC", "2026-11-28T23:30:00Z", "2026-11-28T02:00:00Z"],
    ["in summer", "2026-07-01T12:00:00Z", "2026-07-01T01:00:00Z"],
  ])("%s", (_when, now, night) => {
    expect(new Date(lastNight(BERLIN, at(now))).toISOString()).toBe(new Date(night).toISOString());
  });

  test("is never in the future, and at most 25 hours ago, in any zone", () => {
    for (const zone of [
      "Europe/Berlin",
      "America/New_York",
      "Pacific/Auckland",
      "Pacific/Apia",
      "Asia/Kolkata",
    ]) {
      const wall = wallClock(() => zone);
      for (let now = at("2026-01-01T00:00:00Z"); now < at("2027-01-01T00:00:00Z"); now += 7 * HOUR_MS) {
        const ago = now - lastNight(wall, now);
        expect(ago).toBeGreaterThanOrEqual(0);
        expect(ago).toBeLessThanOrEqual(25 * HOUR_MS);
      }
    }
  });
});

describe("the server's backups", () => {
  let folder: string;
  let now: number;
  let made: number[];
  let nightly: NightlyBackups;
  let run: ReturnType<typeof vi.fn<RunBackup>>;
  const said: object[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "firsthand-nightly-"));
    writeFileSync(join(folder, "firsthand.db"), "");
    // the database file is as old as this test
    now = Date.now();
    made = [];
    said.length = 0;
    run = vi.fn<RunBackup>(async () => {
      made.push(now);
      mkdirSync(join(folder, "backups"), { recursive: true });
      writeFileSync(join(folder, "backups", newBackupName(now, { isBeforeUpgrade: false })), "");
    });
    nightly = opened();
  });
  afterEach(async () => {
    await nightly.stop();
    rmSync(folder, { recursive: true });
  });

  const note = (line: object) => void said.push(line);
  const opened = () =>
    nightlyBackups({
      folder: join(folder, "backups"),
      databaseFile: join(folder, "firsthand.db"),
      wall: BERLIN,
      clock: () => now,
      logger: { info: note, error: note } as never,
      run,
    });
  /** Lets `ms` pass and checks every `everyMs`, as the timer does. */
  async function pass(ms: number, everyMs = 10 * MINUTE_MS) {
    for (const end = now + ms; now < end; ) {
      now = Math.min(end, now + everyMs);
      await nightly.look();
    }
  }

  test("run each night at 3, and not on the day of the installation", async () => {
    await nightly.look();
    expect(made).toEqual([]);
    await pass(10 * DAY_MS);
    expect(made).toHaveLength(10);
    for (const instant of made) expect(instant - lastNight(BERLIN, instant)).toBeLessThan(10 * MINUTE_MS);
  });

  test("run as soon as a server that was off at night is on again", async () => {
    await pass(2 * DAY_MS);
    await nightly.stop();
    now += 3 * DAY_MS + 5 * HOUR_MS;
    nightly = opened();
    await nightly.look();
    expect(made).toHaveLength(3);
    await nightly.look();
    expect(made).toHaveLength(3);
  });

  test("are tried again an hour after a failure, with the reason, and count as failing until then", async () => {
    run.mockRejectedValueOnce(new Error("the disk is full.")).mockRejectedValueOnce(new Error("still full."));
    await pass(DAY_MS - 1, 5 * MINUTE_MS);
    expect(run).toHaveBeenCalledTimes(3);
    expect(said).toEqual([
      { reason: "the disk is full." },
      { reason: "still full." },
      { backup: expect.stringMatching(/^firsthand-.*\.db$/) },
    ]);
    expect(nightly.isFailing()).toBe(false);
  });

  test("count as failing after a failure, also where the folder cannot be read", async () => {
    writeFileSync(join(folder, "backups"), "a file in its place");
    now += DAY_MS;
    await nightly.look();
    expect(nightly.isFailing()).toBe(true);
    expect(said).toEqual([{ reason: expect.stringContaining("can't be used for backups") }]);
    expect(run).not.toHaveBeenCalled();
  });

  test("do not wait for a night that a wrong clock has named", async () => {
    await pass(DAY_MS);
    writeFileSync(
      join(folder, "backups", newBackupName(now + 1_000 * DAY_MS, { isBeforeUpgrade: false })),
      "",
    );
    await pass(2 * DAY_MS);
    expect(made).toHaveLength(3);
  });

  test("run one at a time, and end when the server stops", async () => {
    let signal: AbortSignal | undefined;
    run.mockImplementationOnce(
      (_since, stopping) =>
        new Promise((_settle, fail) => {
          signal = stopping;
          stopping.addEventListener("abort", () => fail(new Error("stopped")), { once: true });
        }),
    );
    now += DAY_MS;
    const looks = [nightly.look(), nightly.look()];
    await nightly.stop();
    await Promise.all(looks);
    expect(run).toHaveBeenCalledOnce();
    expect(signal?.aborted).toBe(true);
    expect(said).toEqual([]);
  });
});
