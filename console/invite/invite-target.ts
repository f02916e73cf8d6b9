import type { ClientSelection } from "#contract/manage/clients.ts";

/** The recipients of an invitation: the clients in `ids`, or all clients of a selection except some. */
export type InviteTarget = { ids: string[] } | { selection: ClientSelection; except: string[] };

const SEND_AT_HOUR = 8;

/** Tomorrow at 8:00 AM in the browser's time zone. */
export function tomorrowMorning(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, SEND_AT_HOUR);
}
