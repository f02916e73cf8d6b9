import type { PatchClientRequest } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../../api/call.ts";
import { useClientAct } from "../use-client.ts";

/** Changes only the properties in the request. */
export function usePatchClient(clientId: string) {
  const params = { clientId };
  return useClientAct<PatchClientRequest, object>((body) =>
    call(manageEndpoints.patchClient, { params, body }),
  );
}
