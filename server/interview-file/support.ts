import type * as z from "zod";
import type { supportSchema } from "./file-schema.ts";

/** How a person who needs help reaches the provider; contacts that are not offered are absent. */
export type SupportContact = z.infer<typeof supportSchema>;

/** The `tel:` link for a phone number: digits and the plus sign only. */
export function telLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, "")}`;
}
