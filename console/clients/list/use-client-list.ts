import { useEffect, useMemo, useRef } from "react";
import { useLocation } from "wouter";
import type { ClientSelection } from "#contract/manage/clients.ts";
import type { ClientColumn } from "#contract/manage/columns.ts";
import { isOwnField, ownFieldId } from "#contract/manage/fields.ts";
import { usePhone } from "../../ui/use-phone.ts";
import type { CameFrom } from "../list-place.ts";
import { useClients, useLiveClients, type VisibleRows } from "../use-clients.ts";
import { focusedLine, useActiveLine } from "./use-active-line.ts";
import { useKeptPlace, useShownBefore } from "./use-kept-place.ts";
import { useLines } from "./use-lines.ts";
import { usePressIntent } from "./use-press-intent.ts";

/** Heights in pixels, which must match the style sheets. */
const LINE = 40;
const CARD = 66;
const HEAD = { above: 176, below: 44 };
const ON_A_PHONE = { above: 8, below: 72 };
const BAR = 84;
const BAR_ON_A_PHONE = 172;
/** The next clients are fetched when fewer than this many loaded rows remain below the screen. */
const AHEAD = 40;

/** The state of the client list: loaded clients, rendered rows, and moving from row to row. */
export function useClientList(
  { selection, columns }: { selection: ClientSelection; columns: readonly ClientColumn[] },
  hasBar: boolean,
) {
  const isPhone = usePhone();
  const [, navigate] = useLocation();
  const fields = columns.filter(isOwnField).map(ownFieldId).join(",");
  const listed = useClients({ selection, fields }, useShownBefore());
  const clients = listed.data?.clients ?? NONE;
  const ids = useMemo(() => clients.map(({ clientId }) => clientId), [clients]);
  const line = useActiveLine(ids);
  const cover = isPhone ? ON_A_PHONE : HEAD;
  const lines = useLines({
    ids,
    height: isPhone ? CARD : LINE,
    active: line.isVisited ? line.active : -1,
    cover: hasBar ? { ...cover, below: cover.below + (isPhone ? BAR_ON_A_PHONE : BAR) } : cover,
  });

  const goToPlace = (place: number) => {
    const id = ids[Math.max(0, Math.min(place, ids.length - 1))];
    if (id === undefined) return undefined;
    lines.bringIntoSight(line.placeOf(id) ?? 0);
    line.goTo(id);
    return id;
  };
  const keep = useKeptPlace({
    loaded: clients.length,
    goTo(id) {
      const place = line.placeOf(id);
      return place !== undefined && goToPlace(place) !== undefined;
    },
  });
  const live = useLiveClients({ selection, fields }, useVisibleRows(lines, usePressIntent(lines.frame)));
  useFetchAhead(listed, lines.pieces);

  return {
    listed: { ...listed, error: listed.error ?? live.error },
    clients,
    ids,
    isPhone,
    lines,
    active: line.active,
    setActiveId: line.setActiveId,
    goToPlace,
    /** Moves from the focused row, else to the row that was active last, else to the first. */
    step(by: 1 | -1): string | undefined {
      const focused = focusedLine();
      const from = focused === undefined ? undefined : line.placeOf(focused);
      if (from === undefined) return goToPlace(line.isVisited ? line.active : 0);
      return goToPlace(from + by);
    },
    open(clientId: string) {
      keep(clientId);
      const came: CameFrom = { from: location.search, at: Date.now() };
      navigate(`/clients/${clientId}`, { state: came });
    },
  };
}

const NONE: never[] = [];

/** The visible rows, in a ref for `useLiveClients`. */
function useVisibleRows({ pieces }: Pick<ReturnType<typeof useLines>, "pieces">, isHeld: () => boolean) {
  const sight = useRef<VisibleRows>({ first: 0, last: 0, isHeld });
  useEffect(() => {
    const places = pieces.flatMap((piece) => (piece.kind === "line" ? [piece.index] : []));
    sight.current = { first: places[0] ?? 0, last: places.at(-1) ?? 0, isHeld };
  });
  return sight;
}

/** Fetches the next clients before the last loaded row becomes visible. */
function useFetchAhead(
  listed: ReturnType<typeof useClients>,
  pieces: ReturnType<typeof useLines>["pieces"],
): void {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = listed;
  const last = pieces.findLast((piece) => piece.kind === "line");
  const isNear = last?.kind === "line" && last.index + AHEAD >= (data?.clients.length ?? 0);
  useEffect(() => {
    if (isNear && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isNear, hasNextPage, isFetching, isError, fetchNextPage]);
}
