import { useMemo } from "react";
import type { Me } from "#contract/manage/accounts.ts";
import { type ClientColumn, clientColumns, defaultColumns } from "#contract/manage/columns.ts";
import type { Field } from "#contract/manage/fields.ts";
import { useFields } from "../../fields/use-fields.ts";
import type { useClientQuery } from "../use-client-query.ts";
import { mayChange, useView } from "../views/use-views.ts";
import { areSame, columnsOf, columnsText, toggled } from "./column-lists.ts";
import { headingOf } from "./column-names.ts";
import { areTight, columnsThatFit } from "./columns-that-fit.ts";
import { useDeviceColumns } from "./use-device-columns.ts";

export type Columns = {
  /** All that can be chosen. */
  offered: readonly ClientColumn[];
  nameOf: (column: ClientColumn) => string;
  chosen: readonly ClientColumn[];
  /** Those of the chosen ones that there is room for. The same array at each drawing, while they are the same. */
  shown: readonly ClientColumn[];
  /** Those that are shown have little room. */
  isTight: boolean;
  /** One's view has others stored. */
  isChanged: boolean;
  toggle: (column: ClientColumn) => void;
  /** Undefined where nothing else was chosen. */
  reset: (() => void) | undefined;
};

type ColumnsOptions = {
  me: Me;
  query: ReturnType<typeof useClientQuery>;
  /** Of the list, in pixels; undefined while it is not known. */
  width: number | undefined;
};

const ALL_CLIENTS = "all";
const NONE: Field[] = [];

/**
 * The columns of the list. In a view that one may change they stand in the address, as its filters do, until the view is
 * saved; in any other list they are a choice on this device.
 */
export function useColumns({ me, query, width = Number.POSITIVE_INFINITY }: ColumnsOptions): Columns {
  const view = useView(query.viewId);
  const device = useDeviceColumns(query.viewId ?? ALL_CLIENTS);
  const isOnDevice = query.viewId === undefined || (view !== undefined && !mayChange(view, me));
  // of a view that has not come, too: columns of others are stored on the device alone
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
    shown: useSame(shown),
    isTight: areTight(shown, width),
    isChanged: view !== undefined && !isOnDevice && !areSame(chosen, view.columns ?? defaultColumns),
    toggle: (column) => choose(toggled(chosen, column)),
    reset: isAsItWas ? undefined : () => choose(undefined),
  };
}

/** Lines that get the same array are not drawn again. */
function useSame(columns: readonly ClientColumn[]): readonly ClientColumn[] {
  const text = columnsText(columns);
  return useMemo(() => columnsOf(text), [text]);
}
