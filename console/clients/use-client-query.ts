import { useMemo } from "react";
import { useSearchParams } from "wouter";
import * as z from "zod/mini";
import { type ClientSelection, clientSelectionSchema } from "#contract/manage/clients.ts";
import { type ClientColumn, defaultColumns } from "#contract/manage/columns.ts";
import { areSame, columnsOf, columnsText } from "./columns/column-lists.ts";

export const EVERYTHING: ClientSelection = z.parse(clientSelectionSchema, {});

type Field = keyof ClientSelection;
/** A subset of the filters; undefined removes a filter. */
type Conditions = { [Name in Field]?: ClientSelection[Name] | undefined };
/** The saved view in the URL, and its columns; without columns, the default columns apply. */
type ViewPart = { viewId?: string | undefined; columns?: readonly ClientColumn[] | null | undefined };
const FIELDS = Object.keys(clientSelectionSchema.shape) as Field[];

/** The list's filters and columns are in the URL, so that a reload, a bookmark or Back restores them. */
export function useClientQuery() {
  const [params, setParams] = useSearchParams();
  const selection = selectionIn(params);
  const viewId = params.get("view") ?? undefined;
  const columnsParam = viewId === undefined ? null : params.get("columns");
  const columns = useMemo(
    () => (columnsParam === null ? defaultColumns : columnsOf(columnsParam)),
    [columnsParam],
  );

  /** Changes filters; undefined removes a filter. Typing into the search adds no history entries. */
  const change = (changed: Conditions) => {
    const next = { ...selection, ...changed };
    setParams(paramsOf(next, { viewId, columns }), { replace: "search" in changed });
  };
  /** Changes the columns; undefined restores the default columns. The scroll position stays. */
  const changeColumns = (changed: readonly ClientColumn[] | undefined) =>
    setParams(paramsOf(selection, { viewId, columns: changed }), { replace: true, state: history.state });
  return { selection, viewId, columns, change, changeColumns };
}

/** Reads each filter separately, so that an invalid one does not affect the others. */
export function selectionIn(params: URLSearchParams): ClientSelection {
  const known = FIELDS.flatMap((name) => {
    const parsed = z.safeParse(clientSelectionSchema.shape[name], params.get(name) ?? undefined);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
  });
  return { ...EVERYTHING, ...Object.fromEntries(known) };
}

/** The parameters in which a selection differs from the list of all clients. */
export function paramsOf(selection: Conditions, { viewId, columns }: ViewPart = {}): [string, string][] {
  const differing = FIELDS.flatMap((name): [string, string][] => {
    const value = selection[name];
    return value === undefined || value === EVERYTHING[name] ? [] : [[name, value]];
  });
  if (viewId === undefined) return differing;
  const isDefault = !columns || areSame(columns, defaultColumns);
  return [["view", viewId], ...differing, ...(isDefault ? [] : [columnsParamOf(columns)])];
}

/** The URL of the list with a selection. */
export function listAddress(selection: Conditions, view?: ViewPart): string {
  const params = new URLSearchParams(paramsOf(selection, view));
  return params.size === 0 ? "/" : `/?${params}`;
}

function columnsParamOf(columns: readonly ClientColumn[]): [string, string] {
  return ["columns", columnsText(columns)];
}
