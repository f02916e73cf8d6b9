import { isDeepStrictEqual } from "node:util";
import { expect } from "@playwright/test";
import type { Desk, Office } from "./office.ts";
import { expectedScreen, readScreen, type Screen } from "./screens.ts";

/** Where no answer is under way, a manager's browser has nothing to do but wait: its clock goes so far at once. */
const STEP_MS = 500;
/** No screen may show for longer what is not so any more. */
const STALE_AT_MOST_MS = 5_000;
/** A busy machine is slow, not wrong: beyond this the screen will not come right. */
const GIVE_UP_MS = 20_000;

/** How long a screen was out of date by its manager's clock, and how much of it the page waited with nothing to do. */
export type Lateness = { total: number; idle: number };

/** Waits until each manager's screen shows what was done, typed and left, and nothing else. Tells how long that took. */
export async function untilAllIsShown(office: Office, doneAt: number, act: string): Promise<number> {
  const all = await Promise.all(office.desks.map((desk) => untilShown(office, desk, { doneAt, act })));
  for (const { failures } of office.desks) expect(failures, act).toEqual([]);
  for (const { idle } of all) expect(idle, `${act}: out of date for too long`).toBeLessThan(STALE_AT_MOST_MS);
  return Math.max(...all.map(({ total }) => total));
}

/** Waits until one manager's own screen is right, as somebody does who goes on there. */
export async function untilOwnIsShown(office: Office, desk: Desk): Promise<void> {
  await untilShown(office, desk, { doneAt: performance.now(), act: "coming here" });
}

type Watched = { doneAt: number; act: string };

async function untilShown(office: Office, desk: Desk, { doneAt, act }: Watched): Promise<Lateness> {
  const expected = expectedScreen(desk.place, desk.manager, office);
  let idle = 0;
  for (;;) {
    const shown = await read(desk);
    const total = performance.now() - doneAt + idle;
    if (isDeepStrictEqual(shown, expected)) return { total, idle };
    if (total > GIVE_UP_MS) expect(shown, `${desk.manager.name}'s screen after ${act}`).toEqual(expected);
    if (desk.underWay.size > 0) continue;
    await desk.page.clock.runFor(STEP_MS);
    idle += STEP_MS;
  }
}

/** A page that is just being opened has nothing to read. */
async function read({ page, place }: Desk): Promise<Screen | undefined> {
  return readScreen(page, place).catch(() => undefined);
}
