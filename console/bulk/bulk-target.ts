import type { ClientSelection } from "#contract/manage/clients.ts";
import type { ChosenClients } from "../clients/selection.ts";

/** The clients of an action: those in `ids`, or all clients of a selection except some. */
export type BulkTarget = { ids: string[] } | { selection: ClientSelection; except: string[] };

export function targetOf({ isAll, ids }: ChosenClients, selection: ClientSelection): BulkTarget {
  return isAll ? { selection, except: [...ids] } : { ids: [...ids] };
}
