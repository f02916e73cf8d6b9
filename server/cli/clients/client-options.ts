import { InvalidArgumentError } from "commander";
import { safeParse, type ZodMiniType } from "zod/mini";
import { daySchema } from "#contract/manage/clients.ts";
import { CONTACT_MAX_LENGTH, EXTERNAL_ID_MAX_LENGTH } from "#contract/manage/limits.ts";
import { nameSchema } from "#contract/manage/names.ts";
import { tagNameSchema } from "#contract/manage/tags.ts";

const contactOf = nameSchema(CONTACT_MAX_LENGTH);
const externalIdOf = nameSchema(EXTERNAL_ID_MAX_LENGTH);

/** Parsers for facts about a client; commander shows the error next to the option. */
export const parseContact = (text: string) => parsed(contactOf, text, "contact");
export const parseExternalId = (text: string) => parsed(externalIdOf, text, "external ID");
export const parseTag = (text: string) => parsed(tagNameSchema, text, "tag");

/** For an option that can be repeated. */
export function collectTags(text: string, earlier: string[]): string[] {
  return [...earlier, parseTag(text)];
}

export function parseDay(text: string): string {
  const day = safeParse(daySchema, text);
  if (!day.success) throw new InvalidArgumentError("Use a date such as 2026-12-04.");
  return day.data;
}

/** Null removes the day. */
export function parseDayOrNone(text: string): string | null {
  if (text === "none") return null;
  const day = safeParse(daySchema, text);
  if (!day.success) throw new InvalidArgumentError("Use a date such as 2026-12-04, or none.");
  return day.data;
}

function parsed<Value>(schema: ZodMiniType<Value>, text: string, what: string): Value {
  const read = safeParse(schema, text);
  if (!read.success) throw new InvalidArgumentError(`The ${what} ${read.error.issues[0]?.message}.`);
  return read.data;
}
