import { expect, test } from "vitest";
import { recordBodies } from "./record-bodies.ts";

type Parts = Parameters<typeof recordBodies>;

/**
 * Fakes the queries of a missing head: either a first save comes between the two queries, or the head stays missing.
 */
function bodiesWith({ isSavedMeanwhile }: { isSavedMeanwhile: boolean }) {
  const queries = {
    anyRevision: async () => [{ revision: 1 }],
    head: async () => (isSavedMeanwhile ? [{}] : []),
  };
  return recordBodies(queries as unknown as Parts[0], undefined as unknown as Parts[1]);
}
const anyDb = undefined as never;

test("a revision without a head counts as damage", async () => {
  const { expectNothing } = bodiesWith({ isSavedMeanwhile: false });
  await expect(expectNothing(anyDb, "cl_1")).rejects.toThrow("damaged");
});

test("but not where the first save came between the two reads", async () => {
  const { expectNothing } = bodiesWith({ isSavedMeanwhile: true });
  await expectNothing(anyDb, "cl_1");
});
