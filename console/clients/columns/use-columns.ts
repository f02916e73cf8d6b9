import { useMemo } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { type ClientColumn, clientColumns, defaultColumns } from "#contract/manage/columns.ts";
import type { CustomField } from "#contract/manage/fields.ts";
import { useFields } from "../../fields/use-fields.ts";
import type { useClientQuery } from "../use-client-query.ts";
import { mayChange, useView } from "../views/use-views.ts";
import { areSame, columnsOf, columnsText, toggled } from "./column-lists.ts";
import { headingOf } from "./column-names.ts";
import { areTight, columnsThatFit } from "./columns-that-fit.ts";
import { useDeviceColumns } from "./use-device-columns.ts";

export type Columns = {
  /** All available columns. */
  offered: readonly ClientColumn[];
  nameOf: (column: ClientColumn) => string;
  chosen: readonly ClientColumn[];
  /** The chosen columns that fit. The array keeps its identity while the columns are the same. */
  shown: readonly ClientColumn[];
  /** Whether the shown columns use their narrow widths. */
  isTight: boolean;
  /** Whether the columns differ from those stored in the manager's own view. */
  isChanged: boolean;
  toggle: (column: ClientColumn) => void;
  /** Undefined if the columns are the default ones. */
  reset: (() => void) | undefined;
};

type ColumnsOptions = {
  me: CurrentManager;
  query: ReturnType<typeof useClientQuery>;
  /** The width of the list in pixels; undefined until measured. */
  width: number | undefined;
};

const ALL_CLIENTS = "all";
const NONE: CustomField[] = [];

/**
 * The columns of the list. In a view that the manager may change, they are in the URL like the filters until the view
 * is saved. In any other list, they are stored on this device.
 */
export function useColumns({ me, query, width = Number.POSITIVE_INFINITY }: ColumnsOptions): Columns {
  const view = useView(query.viewId);
  const device = useDeviceColumns(query.viewId ?? ALL_CLIENTS);
  const isOnDevice = query.viewId === undefined || (view !== undefined && !mayChange(view, me));
  // also while the view is loading, because only the columns of other managers' views are stored on the device
  const wanted = isOnDevice || view === undefined ? device.columns : undefined;
  const chosen = wanted ?? query.columns;

  const { data: fields = NONE } = useFields({ isLive: false });
  const offered = useMemo(() => {
    const builtIn = clientColumns.filter((column) => column !== "manager" || me.role === "administrator");
    return [...builtIn, ...fields.map(({ fieldId }): ClientColumn => `field:${fieldId}`)];
  }, [me.role, fields]);
  const shown = columnsThatFit(
    offered.filter((column) => chosen.includes(column)),
    width,
  );
  const choose = isOnDevice ? device.choose : query.changeColumns;
  const isAsItWas = isOnDevice ? wanted === undefined : areSame(chosen, defaultColumns);
  return {
    offered,
    nameOf: (column) => headingOf(column, fields).name,
    chosen,
    shown: useStableColumns(shown),
    isTight: areTight(shown, width),
    isChanged: view !== undefined && !isOnDevice && !areSame(chosen, view.columns ?? defaultColumns),
    toggle: (column) => choose(toggled(chosen, column)),
    reset: isAsItWas ? undefined : () => choose(undefined),
  };
}

/** Keeps the array's identity, so that memoized rows do not render again. */
function useStableColumns(columns: readonly ClientColumn[]): readonly ClientColumn[] {
  const text = columnsText(columns);
  return useMemo(() => columnsOf(text), [text]);
}
