import * as z from "zod/mini";

/** UTF-16 code units; the longest IANA name has 32. */
export const TIME_ZONE_MAX_LENGTH = 64;

/** Whether it is an IANA name, such as Europe/Lisbon. An offset, such as +01:00, is not. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Where the caller is, as an IANA name: their mails come at their hours. A name that is no zone says nothing. */
export const timeZoneHeaders = {
  "x-time-zone": z.optional(z.string().check(z.maxLength(TIME_ZONE_MAX_LENGTH))),
};

/** What a page says of itself; nothing where its browser does not know. */
export function ownTimeZoneHeaders(): { "x-time-zone"?: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone ? { "x-time-zone": timeZone } : {};
}
