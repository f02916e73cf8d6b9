import { useSearchParams } from "wouter";
import * as z from "zod/mini";
import { type ClientSelection, listClientsQuerySchema } from "#contract/manage/clients.ts";
import { CLIENTS_PER_PAGE } from "#contract/manage/limits.ts";

const SHOWN_MAX = 10_000;

const { search, filter, order, direction } = listClientsQuerySchema.shape;
const querySchema = z.object({
  search,
  filter,
  order,
  direction,
  shown: z._default(
    z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(SHOWN_MAX)),
    CLIENTS_PER_PAGE,
  ),
});

/** Which clients are listed, and how many of them are shown. */
export type ClientQuery = ClientSelection & { shown: number };

const NOTHING: ClientQuery = z.parse(querySchema, {});

/** What the list shows stands in the address, so that a reload, a bookmark and Back keep it. */
export function useClientQuery() {
  const [params, setParams] = useSearchParams();
  const parsed = z.safeParse(querySchema, Object.fromEntries(params));
  const query = parsed.success ? parsed.data : NOTHING;

  /** Another selection begins at its first client. */
  const change = (changed: Partial<ClientSelection>) => {
    const next = { ...query, shown: NOTHING.shown, ...changed };
    const differing = Object.entries(next).filter(
      ([name, value]) => value !== NOTHING[name as keyof ClientQuery],
    );
    setParams(
      differing.map(([name, value]) => [name, String(value)]),
      // typing into the search is one step back
      { replace: "search" in changed },
    );
  };

  /** Stores how many clients are shown by now, without a separate step in the browser's history. */
  const keepShown = (count: number) => {
    const shown = Math.min(SHOWN_MAX, Math.ceil(count / CLIENTS_PER_PAGE) * CLIENTS_PER_PAGE);
    const later = (current: URLSearchParams) => {
      current.set("shown", String(shown));
      return current;
    };
    setParams(later, { replace: true });
  };
  return { query, change, keepShown };
}
