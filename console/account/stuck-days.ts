import * as z from "zod/mini";
import { mailChoicesSchema } from "#contract/manage/mail/mail.ts";

/** The number of days entered; null if the field is empty, undefined if the entry is not an allowed number of days. */
export function stuckDaysIn(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  if (!/^\d+$/.test(text)) return undefined;
  const days = z.safeParse(mailChoicesSchema.shape.stuckDays, Number(text));
  return days.success ? days.data : undefined;
}
