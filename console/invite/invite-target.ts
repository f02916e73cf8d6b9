import type { ClientSelection } from "#contract/manage/clients.ts";

/** Whom an invitation goes to: these clients, or all that a selection finds but some. */
export type InviteTarget = { ids: string[] } | { selection: ClientSelection; except: string[] };

const SEND_AT_HOUR = 8;

/** Tomorrow at 8:00, where this browser is. */
export function tomorrowMorning(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, SEND_AT_HOUR);
}
