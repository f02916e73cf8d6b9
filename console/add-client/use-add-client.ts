import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import type { AddedClient, addClientRequestSchema } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Tags } from "#contract/manage/tags.ts";
import { call } from "../api/call.ts";
import { CLIENTS } from "../clients/use-clients.ts";

/** A new client. Omitted properties are empty. */
export type NewClient = z.input<typeof addClientRequestSchema>;

export function useAddClient() {
  const queries = useQueryClient();
  return useMutation<AddedClient, Error, NewClient>({
    mutationFn: (body) => call(manageEndpoints.addClient, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [CLIENTS] }),
  });
}

/** The names of all tags, as suggestions. */
export function useTagNames() {
  return useQuery<Tags, Error, string[]>({
    queryKey: ["tags"],
    queryFn: () => call(manageEndpoints.listTags),
    select: ({ tags }) => tags.map(({ name }) => name),
  });
}
