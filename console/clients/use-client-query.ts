import { useMemo } from "react";
import { useSearchParams } from "wouter";
import * as z from "zod/mini";
import { type ClientSelection, clientSelectionSchema } from "#contract/manage/clients.ts";
import { type ClientColumn, defaultColumns } from "#contract/manage/columns.ts";
import { areSame, columnsOf, columnsText } from "./columns/column-lists.ts";

export const EVERYTHING: ClientSelection = z.parse(clientSelectionSchema, {});

type Field = keyof ClientSelection;
/** Some conditions; undefined stands for no condition. */
type Conditions = { [Name in Field]?: ClientSelection[Name] | undefined };
/** The saved view that the address is of, and its columns; no columns stand for the default ones. */
type ViewPart = { viewId?: string | undefined; columns?: readonly ClientColumn[] | null | undefined };
const FIELDS = Object.keys(clientSelectionSchema.shape) as Field[];

/** What the list shows stands in the address, so that a reload, a bookmark and Back show it again. */
export function useClientQuery() {
  const [params, setParams] = useSearchParams();
  const selection = selectionIn(params);
  const viewId = params.get("view") ?? undefined;
  const columnsParam = viewId === undefined ? null : params.get("columns");
  const columns = useMemo(
    () => (columnsParam === null ? defaultColumns : columnsOf(columnsParam)),
    [columnsParam],
  );

  /** Undefined takes a condition away. Typing into the search is one step back. */
  const change = (changed: Conditions) => {
    const next = { ...selection, ...changed };
    setParams(paramsOf(next, { viewId, columns }), { replace: "search" in changed });
  };
  /** Undefined brings the default ones. The list stays where it is. */
  const changeColumns = (changed: readonly ClientColumn[] | undefined) =>
    setParams(paramsOf(selection, { viewId, columns: changed }), { replace: true, state: history.state });
  return { selection, viewId, columns, change, changeColumns };
}

/** Each condition for itself: one that is not known says nothing about the others. */
export function selectionIn(params: URLSearchParams): ClientSelection {
  const known = FIELDS.flatMap((name) => {
    const parsed = z.safeParse(clientSelectionSchema.shape[name], params.get(name) ?? undefined);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
  });
  return { ...EVERYTHING, ...Object.fromEntries(known) };
}

/** What a selection differs by from the list of all clients. */
export function paramsOf(selection: Conditions, { viewId, columns }: ViewPart = {}): [string, string][] {
  const differing = FIELDS.flatMap((name): [string, string][] => {
    const value = selection[name];
    return value === undefined || value === EVERYTHING[name] ? [] : [[name, value]];
  });
  if (viewId === undefined) return differing;
  const isDefault = !columns || areSame(columns, defaultColumns);
  return [["view", viewId], ...differing, ...(isDefault ? [] : [columnsParamOf(columns)])];
}

/** The address of the list with a selection. */
export function listAddress(selection: Conditions, view?: ViewPart): string {
  const params = new URLSearchParams(paramsOf(selection, view));
  return params.size === 0 ? "/" : `/?${params}`;
}

function columnsParamOf(columns: readonly ClientColumn[]): [string, string] {
  return ["columns", columnsText(columns)];
}
