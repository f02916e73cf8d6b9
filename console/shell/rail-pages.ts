import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { ClientFilter } from "#contract/manage/clients.ts";
import type { MessageId } from "../translate.ts";
import type { DrawingName } from "../ui/drawings/drawing-paths.ts";

/** A page in the rail. */
export type RailPage = {
  to: string;
  name: MessageId;
  drawing: DrawingName;
  /** Only administrators see the page. */
  isAdministrators?: boolean;
};

/** The page whose link shows the number of failed checks. */
export const SERVER = "/server";

/** The pages below the views, in this order: in the rail, in the menu "More" on a phone, and in the palette. */
const PLACES: RailPage[] = [
  { to: "/overview", name: "rail.overview", drawing: "chart" },
  { to: "/mail", name: "rail.mail", drawing: "mail" },
  { to: "/managers", name: "rail.team", drawing: "people", isAdministrators: true },
  { to: "/interviews", name: "rail.interviews", drawing: "page", isAdministrators: true },
  { to: "/webhooks", name: "rail.webhooks", drawing: "hook", isAdministrators: true },
  { to: "/settings", name: "rail.settings", drawing: "gear", isAdministrators: true },
  { to: "/audit", name: "rail.audit", drawing: "book", isAdministrators: true },
  { to: SERVER, name: "rail.server", drawing: "server", isAdministrators: true },
];

export function railPagesFor({ role }: Pick<CurrentManager, "role">): RailPage[] {
  return PLACES.filter(({ isAdministrators }) => !isAdministrators || role === "administrator");
}

/** A filter of the client list that has a link in the rail. */
export type FixedView = {
  filter: ClientFilter;
  drawing: DrawingName;
  /** Whether clients in this filter need the manager's attention. */
  isUrgent?: boolean;
  /** Whether the link is shown only while the filter matches clients. */
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
