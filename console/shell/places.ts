import type { Me } from "#contract/manage/accounts.ts";
import type { ClientFilter } from "#contract/manage/clients.ts";
import type { MessageId } from "../translate.ts";
import type { DrawingName } from "../ui/drawing-paths.ts";

/** A page that the rail leads to. */
export type Place = {
  to: string;
  name: MessageId;
  drawing: DrawingName;
  /** Unique among clients. */
  isAdministrators?: boolean;
};

/** Has the number of failed checks beside it. */
export const SERVER = "/server";

/** Under the views, in this order, in the rail, behind More on a phone, and in the palette. */
const PLACES: Place[] = [
  { to: "/overview", name: "rail.overview", drawing: "chart" },
  { to: "/mail", name: "rail.mail", drawing: "mail" },
  { to: "/managers", name: "rail.team", drawing: "people", isAdministrators: true },
  { to: "/interviews", name: "rail.interviews", drawing: "page", isAdministrators: true },
  { to: "/webhooks", name: "rail.webhooks", drawing: "hook", isAdministrators: true },
  { to: "/settings", name: "rail.settings", drawing: "gear", isAdministrators: true },
  { to: "/audit", name: "rail.audit", drawing: "book", isAdministrators: true },
  { to: SERVER, name: "rail.server", drawing: "server", isAdministrators: true },
];

export function placesFor({ role }: Pick<Me, "role">): Place[] {
  return PLACES.filter(({ isAdministrators }) => !isAdministrators || role === "administrator");
}

/** A part of one's clients that has a place in the rail. */
export type FixedView = {
  filter: ClientFilter;
  drawing: DrawingName;
  /** A manager who has some of these has something to do. */
  isUrgent?: boolean;
  /** Only while there are some. */
  isRare?: boolean;
};

export const FIXED_VIEWS: FixedView[] = [
  { filter: "needs-you", drawing: "inbox", isUrgent: true },
  { filter: "all", drawing: "people" },
  { filter: "never-opened", drawing: "eye" },
  { filter: "stalled", drawing: "pause" },
  { filter: "waiting", drawing: "reply" },
  { filter: "ready", drawing: "check" },
  { filter: "overdue", drawing: "flag", isUrgent: true },
  { filter: "mail-trouble", drawing: "mail", isUrgent: true, isRare: true },
];
