import * as z from "zod/mini";

/** The user's position in the list. Stored in the browser's history entry, so that Back restores it. */
export type ListPlace = {
  /** The scroll position of the page, in pixels. */
  top: number;
  /** The number of loaded clients. */
  shown: number;
  /** The client whose page was opened. */
  clientId: string | null;
};

const SHOWN_MAX = 10_000;

const stateSchema = z.object({
  list: z.object({
    top: z.number(),
    shown: z.int().check(z.minimum(0), z.maximum(SHOWN_MAX)),
    clientId: z.nullable(z.string()),
  }),
});

export function placeIn(state: unknown): ListPlace | undefined {
  const parsed = z.safeParse(stateSchema, state);
  return parsed.success ? parsed.data.list : undefined;
}

export function keepPlace(place: ListPlace): void {
  const list = { ...place, shown: Math.min(SHOWN_MAX, place.shown) };
  // keeps the other properties of the history state
  history.replaceState({ ...history.state, list }, "");
}

const cameSchema = z.object({ from: z.string(), at: z.number() });

/** The list from which a client's page was opened: its query string, and the time of opening in epoch milliseconds. */
export type CameFrom = z.infer<typeof cameSchema>;

export function cameFrom(state: unknown): CameFrom | undefined {
  const parsed = z.safeParse(cameSchema, state);
  return parsed.success ? parsed.data : undefined;
}
