import { useEffect } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { View } from "#contract/manage/views.ts";
import { rememberChoice, rememberedChoice } from "../../../web/ui/device-choices.ts";

type Room = { views: number };
/** How many views there were last on this device: the rail leaves room for them until they come, so that nothing moves. */
const room = createStore<Room>(() => ({ views: 0 }));

export async function recallViewRoom(): Promise<void> {
  const views = Number(await rememberedChoice("views"));
  if (Number.isInteger(views)) room.setState({ views });
}

/** For so many views there is room. `shown`: undefined until they have come. */
export function useViewRoom(shown: View[] | undefined): number {
  const { views } = useStore(room);
  const count = shown?.length;
  useEffect(() => {
    if (count === undefined || count === room.getState().views) return;
    room.setState({ views: count });
    void rememberChoice("views", String(count));
  }, [count]);
  return count ?? views;
}
