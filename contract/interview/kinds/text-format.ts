import { isBlank } from "../../text.ts";
import { completedAddress } from "../../web-address.ts";

/** The format of a short text, which is stored as typed. */
export const textFormats = ["plain", "email", "phone", "url", "number", "money"] as const;
export type TextFormat = (typeof textFormats)[number];

const PATTERNS = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@.]+$/,
  // with spaces, brackets, hyphens, and an extension at the end, as people write them
  phone: /^\+?[\d\s()./-]{5,}(?:\s*(?:x|ext\.?)\s*\d+)?$/i,
  // with separators of any language between the digits, and a sign or a currency before or after
  number: /^[-+]?\d[\d\s.,'\u2019]*%?$/,
  money: /^[\p{Sc}A-Z]{0,4}\s*\d[\d\s.,'\u2019]*[kKmM]?\s*[\p{Sc}A-Z]{0,4}$/u,
};

const ADDRESS = /^https?:\/\/[^\s/?#@]+\.[^\s/?#@.]+(?:[/?#]\S*)?$/i;

/** Whether the text has the format. */
export function matchesFormat(format: TextFormat, typed: string): boolean {
  const text = typed.trim();
  if (isBlank(text)) return false;
  if (format === "plain") return true;
  if (format === "url") return ADDRESS.test(completedAddress(text));
  return PATTERNS[format].test(text);
}
