import { useEffect } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { SavedView } from "#contract/manage/views.ts";
import { rememberChoice, rememberedChoice } from "../../../web/ui/device-choices.ts";

type Room = { views: number };
/**
 * The number of views at the last visit on this device. The rail reserves space for them while they load, so that
 * nothing moves.
 */
const room = createStore<Room>(() => ({ views: 0 }));

export async function recallViewRoom(): Promise<void> {
  const views = Number(await rememberedChoice("views"));
  if (Number.isInteger(views)) room.setState({ views });
}

/** The number of views to reserve space for. `shown` is undefined while loading. */
export function useViewRoom(shown: SavedView[] | undefined): number {
  const { views } = useStore(room);
  const count = shown?.length;
  useEffect(() => {
    if (count === undefined || count === room.getState().views) return;
    room.setState({ views: count });
    void rememberChoice("views", String(count));
  }, [count]);
  return count ?? views;
}
