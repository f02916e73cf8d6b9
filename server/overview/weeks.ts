import { addDays } from "#contract/instants.ts";

/** The first and last day of a week (YYYY-MM-DD), Monday to Sunday. */
export type Week = { from: string; to: string };

/** The most weeks that 365 days can touch. */
const WEEKS_MAX = 54;

type Days = { from?: string | undefined; to?: string | undefined; today: string };

/** The weeks from the first day to today; without a first day, the latest weeks up to the last day. At least one. */
export function weeksOf({ from, to, today }: Days): Week[] {
  const end = mondayOf(from === undefined && to !== undefined && to < today ? to : today);
  const first = from === undefined ? addDays(end, -7 * (WEEKS_MAX - 1)) : mondayOf(from);
  const weeks = [weekFrom(first)];
  for (let next = addDays(first, 7); next <= end && weeks.length < WEEKS_MAX; next = addDays(next, 7))
    weeks.push(weekFrom(next));
  return weeks;
}

function weekFrom(monday: string): Week {
  return { from: monday, to: addDays(monday, 6) };
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}
