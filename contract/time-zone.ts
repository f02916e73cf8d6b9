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

/** The caller's time zone as an IANA name, which decides when their mails are sent. An unknown name is ignored. */
export const timeZoneHeaders = {
  "x-time-zone": z.optional(z.string().check(z.maxLength(TIME_ZONE_MAX_LENGTH))),
};

/** The page's own time zone header; empty if the browser does not know it. */
export function ownTimeZoneHeaders(): { "x-time-zone"?: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone ? { "x-time-zone": timeZone } : {};
}
