/** The start of a day in the reader's time zone, as ISO 8601. `day` is YYYY-MM-DD. */
export function startOfDay(day: string): string {
  return localMidnight(day, 0);
}

/** The end of a day in the reader's time zone, as ISO 8601. */
export function endOfDay(day: string): string {
  return localMidnight(day, 1);
}

function localMidnight(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
