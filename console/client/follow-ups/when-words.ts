import { DAY_MS } from "#contract/instants.ts";
import { dateWords } from "../../../web/ui/language/spoken-language.ts";
import { t } from "../../translate.ts";

/** "8:00 AM", "tomorrow, 8:00 AM", or "Monday, 8:00 AM". */
export function whenWords(at: Date): string {
  const time = dateWords(at, { timeStyle: "short" });
  const days = daysFrom(new Date(), at);
  if (days === 0) return time;
  const day = days === 1 ? t("followUp.askBack.tomorrow") : dateWords(at, { weekday: "long" });
  return t("followUp.askBack.dayAndTime", { day, time });
}

function daysFrom(one: Date, other: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return (midnight(other) - midnight(one)) / DAY_MS;
}
