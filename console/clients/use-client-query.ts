import { useSearchParams } from "wouter";
import * as z from "zod/mini";
import { type ClientSelection, clientSelectionSchema } from "#contract/manage/clients.ts";

export const EVERYTHING: ClientSelection = z.parse(clientSelectionSchema, {});

type Field = keyof ClientSelection;
/** Some conditions; undefined stands for no condition. */
type Conditions = { [Name in Field]?: ClientSelection[Name] | undefined };
const FIELDS = Object.keys(clientSelectionSchema.shape) as Field[];

/** What the list shows stands in the address, so that a reload, a bookmark and Back show it again. */
export function useClientQuery() {
  const [params, setParams] = useSearchParams();
  const selection = selectionIn(params);
  const viewId = params.get("view") ?? undefined;

  /** Undefined takes a condition away. Typing into the search is one step back. */
  const change = (changed: Conditions) => {
    const next = { ...selection, ...changed };
    setParams(paramsOf(next, viewId), { replace: "search" in changed });
  };
  return { selection, viewId, change };
}

/** Each condition for itself: one that is not known says nothing about the others. */
function selectionIn(params: URLSearchParams): ClientSelection {
  const known = FIELDS.flatMap((name) => {
    const parsed = z.safeParse(clientSelectionSchema.shape[name], params.get(name) ?? undefined);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
  });
  return { ...EVERYTHING, ...Object.fromEntries(known) };
}

/** What a selection differs by from the list of all clients. */
export function paramsOf(selection: Conditions, viewId?: string): [string, string][] {
  const differing = FIELDS.flatMap((name): [string, string][] => {
    const value = selection[name];
    return value === undefined || value === EVERYTHING[name] ? [] : [[name, value]];
  });
  return viewId === undefined ? differing : [["view", viewId], ...differing];
}

/** The address of the list with a selection. */
export function listAddress(selection: Conditions, viewId?: string): string {
  const params = new URLSearchParams(paramsOf(selection, viewId));
  return params.size === 0 ? "/" : `/?${params}`;
}
