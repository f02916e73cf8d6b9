import { expect } from "vitest";
import type { Service } from "../service/service.ts";
import { written } from "./written.ts";

/** A client with a stored record, to check that a refused call has changed nothing. */
export async function savedClient(service: Service) {
  const client = await service.signIn();
  await service.call("PUT", "/v1/onboarding", {
    token: client.token,
    body: { data: written("stays as it is") },
  });
  const before = await service.storage.records.load(client.clientId);
  return {
    ...client,
    async expectUnchanged() {
      expect(await service.storage.records.load(client.clientId)).toEqual(before);
      expect(await service.storage.records.listRevisions(client.clientId)).toHaveLength(1);
      expect(await service.storage.records.listSubmissions(client.clientId)).toEqual([]);
    },
  };
}

export type SavedClient = Awaited<ReturnType<typeof savedClient>>;
