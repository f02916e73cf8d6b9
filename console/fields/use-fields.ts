import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { AddFieldRequest, ChangeFieldRequest, CustomField } from "#contract/manage/fields.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { CLIENTS } from "../clients/use-clients.ts";

/** Under the CLIENTS key, because deleting a field changes every client. */
const FIELDS = [CLIENTS, "fields"];

/** The provider's custom fields; refreshed continuously with `isLive`. */
export function useFields({ isLive = true } = {}) {
  return useQuery<CustomField[]>({
    queryKey: FIELDS,
    queryFn: async () => (await call(manageEndpoints.listFields)).fields,
    refetchInterval: isLive && LIVE_MS,
  });
}

export function useAddField() {
  return useFieldsChange<AddFieldRequest, CustomField>((body) =>
    call(manageEndpoints.addField, { body, isOnce: true }),
  );
}

export function useChangeField(fieldId: string) {
  const params = { fieldId };
  return useFieldsChange<ChangeFieldRequest, CustomField>((body) =>
    call(manageEndpoints.changeField, { params, body }),
  );
}

export function useDeleteField(fieldId: string) {
  const params = { fieldId };
  return useFieldsChange<void, object>(() => call(manageEndpoints.deleteField, { params }));
}

function useFieldsChange<Change, Answer>(change: (change: Change) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation<Answer, Error, Change>({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: [CLIENTS] }),
  });
}
