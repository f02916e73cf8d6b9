import { isDeepStrictEqual } from "node:util";
import { expect } from "@playwright/test";
import type { Desk, Office } from "./office.ts";
import { expectedScreen, readScreen, type Screen } from "./screens.ts";

/** The step of a browser's clock while no call is under way and the browser would only wait. */
const STEP_MS = 500;
/** The longest time for which a screen may show something outdated. */
const STALE_AT_MOST_MS = 5_000;
/** A busy machine is slow; after this long, the screen is wrong. */
const GIVE_UP_MS = 20_000;

/** How long a screen was outdated by its manager's clock; `idle` is how long the page waited with nothing to do. */
export type Lateness = { total: number; idle: number };

/** Waits until each manager's screen shows exactly the model. Returns how long that took, in milliseconds. */
export async function untilAllIsShown(office: Office, doneAt: number, act: string): Promise<number> {
  const all = await Promise.all(office.desks.map((desk) => untilShown(office, desk, { doneAt, act })));
  for (const { failures } of office.desks) expect(failures, act).toEqual([]);
  for (const { idle } of all) expect(idle, `${act}: out of date for too long`).toBeLessThan(STALE_AT_MOST_MS);
  return Math.max(...all.map(({ total }) => total));
}

/** Waits until one manager's own screen is right, as a person does who goes on there. */
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
    // an unreadable page says why
    if (total > GIVE_UP_MS && !shown) await readScreen(desk.page, desk.place);
    if (total > GIVE_UP_MS) expect(shown, `${desk.manager.name}'s screen after ${act}`).toEqual(expected);
    if (desk.underWay.size > 0) continue;
    await desk.page.clock.runFor(STEP_MS);
    idle += STEP_MS;
  }
}

/** Returns undefined while the page is still opening. */
async function read({ page, place }: Desk): Promise<Screen | undefined> {
  return readScreen(page, place).catch(() => undefined);
}
