const TIME = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const DAY_AND_TIME = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** "14:02" today, with the day before; in the reader's time zone. `instant`: ISO 8601. */
export function timeOf(instant: string, now: Date): string {
  const date = new Date(instant);
  return (date.toDateString() === now.toDateString() ? TIME : DAY_AND_TIME).format(date);
}
