import { useQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Tag } from "#contract/manage/tags.ts";
import { call } from "../api/call.ts";
import { CLIENTS } from "./use-clients.ts";

/** All tags; empty while loading. */
export function useTags(): Tag[] {
  const { data } = useQuery({
    queryKey: [CLIENTS, "tags"],
    queryFn: () => call(manageEndpoints.listTags),
    select: ({ tags }) => tags,
    staleTime: 60_000,
  });
  return data ?? [];
}
