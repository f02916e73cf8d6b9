import { useSearchParams } from "wouter";
import * as z from "zod/mini";
import { type ListClientsQuery, listClientsQuerySchema } from "#contract/manage/clients.ts";

const NOTHING: ListClientsQuery = z.parse(listClientsQuerySchema, {});

/** What the list shows stands in the address, so that a reload, a bookmark and Back keep it. */
export function useClientQuery() {
  const [params, setParams] = useSearchParams();
  const parsed = z.safeParse(listClientsQuerySchema, Object.fromEntries(params));
  const query = parsed.success ? parsed.data : NOTHING;

  /** Another selection begins on its first page. */
  const change = (changed: Partial<ListClientsQuery>) => {
    const next = { ...query, page: 1, ...changed };
    const differing = Object.entries(next).filter(
      ([name, value]) => value !== NOTHING[name as keyof ListClientsQuery],
    );
    setParams(
      differing.map(([name, value]) => [name, String(value)]),
      // typing into the search is one step back
      { replace: "search" in changed },
    );
  };
  return { query, change };
}
