import { isBlank } from "../../text.ts";
import { completedAddress } from "../../web-address.ts";

/** What a short text is. It is stored as it was typed. */
export const textFormats = ["plain", "email", "phone", "url", "number", "money"] as const;
export type TextFormat = (typeof textFormats)[number];

const PATTERNS = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@.]+$/,
  // as people write them: with spaces, brackets, hyphens, and an extension behind it
  phone: /^\+?[\d\s()./-]{5,}(?:\s*(?:x|ext\.?)\s*\d+)?$/i,
  // with the marks of any language between the digits, and a sign or a currency before or behind
  number: /^[-+]?\d[\d\s.,'\u2019]*%?$/,
  money: /^[\p{Sc}A-Z]{0,4}\s*\d[\d\s.,'\u2019]*[kKmM]?\s*[\p{Sc}A-Z]{0,4}$/u,
};

const ADDRESS = /^https?:\/\/[^\s/?#@]+\.[^\s/?#@.]+(?:[/?#]\S*)?$/i;

/** Whether the words are what the question asks for. */
export function fits(format: TextFormat, typed: string): boolean {
  const text = typed.trim();
  if (isBlank(text)) return false;
  if (format === "plain") return true;
  if (format === "url") return ADDRESS.test(completedAddress(text));
  return PATTERNS[format].test(text);
}
