import * as z from "zod/mini";

/** Where somebody was in the list: stored with the step of the browser's history, so that Back finds it. */
export type ListPlace = {
  /** How far the page was scrolled, in pixels. */
  top: number;
  /** How many clients had been fetched. */
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
  // what else the step has stays
  history.replaceState({ ...history.state, list }, "");
}

const cameSchema = z.object({ from: z.string(), at: z.number() });

/** The list by which a client's page was opened: its search, and when (epoch milliseconds). */
export type CameFrom = z.infer<typeof cameSchema>;

export function cameFrom(state: unknown): CameFrom | undefined {
  const parsed = z.safeParse(cameSchema, state);
  return parsed.success ? parsed.data : undefined;
}
