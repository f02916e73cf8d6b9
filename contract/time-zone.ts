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
