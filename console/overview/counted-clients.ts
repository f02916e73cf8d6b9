import type { ClientSelection } from "#contract/manage/clients.ts";
import type { Overview } from "#contract/manage/overview.ts";

/** Which clients an overview has counted, as conditions of the list. */
export type CountedClients = {
  [Name in "manager" | "tag" | "interview" | "invitedFrom" | "invitedTo"]: ClientSelection[Name] | undefined;
};

/** What each part of the overview is drawn from. */
export type PartProps = { overview: Overview; counted: CountedClients };

/** Both days of a week, as far as the counted days have it. */
export function invitedInWeek(
  { from, to }: Overview["weeks"][number],
  { invitedFrom, invitedTo }: CountedClients,
): Pick<CountedClients, "invitedFrom" | "invitedTo"> {
  return {
    invitedFrom: invitedFrom !== undefined && invitedFrom > from ? invitedFrom : from,
    invitedTo: invitedTo !== undefined && invitedTo < to ? invitedTo : to,
  };
}
