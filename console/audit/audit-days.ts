/** The instant at which a day begins where the reader is. `day`: YYYY-MM-DD. */
export function startOfDay(day: string): string {
  return localMidnight(day, 0);
}

/** The instant at which a day is over. */
export function endOfDay(day: string): string {
  return localMidnight(day, 1);
}

function localMidnight(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
