import * as z from "zod/mini";
import { mailChoicesSchema } from "#contract/manage/mail/mail.ts";

/** The days that were typed; null where the field is empty, undefined where it is no number of days that may be. */
export function stuckDaysIn(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  if (!/^\d+$/.test(text)) return undefined;
  const days = z.safeParse(mailChoicesSchema.shape.stuckDays, Number(text));
  return days.success ? days.data : undefined;
}
