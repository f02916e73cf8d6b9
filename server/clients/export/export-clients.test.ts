import { expect, test } from "vitest";
import type { ListedClient } from "../../storage/clients/clients.ts";
import { notedClients } from "./export-clients.ts";

async function* clientsOf(count: number) {
  for (let place = 0; place < count; place++) yield { clientId: `cl_${place}` } as ListedClient;
}

test.each([0, 1, 99, 100, 101, 250])(
  "with %i clients, each is logged before their answers are read",
  async (count) => {
    const noted: string[] = [];
    const taken: string[] = [];
    const note = async (clientIds: string[]) => {
      expect(clientIds.length).toBeGreaterThan(0);
      noted.push(...clientIds);
    };
    for await (const { clientId } of notedClients(clientsOf(count), note)) {
      expect(noted).toContain(clientId);
      taken.push(clientId);
    }
    expect(taken).toHaveLength(count);
    expect(noted).toEqual(taken);
  },
);

test("answers that cannot be logged are not exported", async () => {
  const note = () => Promise.reject(new Error("The disk is full"));
  await expect(notedClients(clientsOf(1), note).next()).rejects.toThrow("The disk is full");
});
