import type { ClientSelection } from "#contract/manage/clients.ts";
import type { Overview } from "#contract/manage/overview.ts";

/** The clients that an overview counts, as filters of the list. */
export type CountedClients = {
  [Name in "manager" | "tag" | "interview" | "invitedFrom" | "invitedTo"]: ClientSelection[Name] | undefined;
};

/** The props of each part of the overview. */
export type OverviewChartProps = { overview: Overview; counted: CountedClients };

/** The first and last day of a week, limited to the counted period. */
export function invitedInWeek(
  { from, to }: Overview["weeks"][number],
  { invitedFrom, invitedTo }: CountedClients,
): Pick<CountedClients, "invitedFrom" | "invitedTo"> {
  return {
    invitedFrom: invitedFrom !== undefined && invitedFrom > from ? invitedFrom : from,
    invitedTo: invitedTo !== undefined && invitedTo < to ? invitedTo : to,
  };
}
