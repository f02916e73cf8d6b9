import type * as z from "zod";
import type { supportSchema } from "./file-schema.ts";

/** How somebody who is stuck reaches the provider; what is not offered is absent. */
export type SupportContact = z.infer<typeof supportSchema>;

/** The address that a phone dials: digits and the plus alone. */
export function dialled(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, "")}`;
}
