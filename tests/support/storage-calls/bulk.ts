import fc from "fast-check";
import type { BulkAct } from "#contract/manage/bulk.ts";
import { BULK_JOB } from "../../../server/storage/bulk/bulk.ts";
import { jobOf, takeDueJobs } from "./jobs.ts";
import { call, clientId, managerId, orNull } from "./pool.ts";

const bulkId = fc.constantFrom("bk_1", "bk_2");
const act: fc.Arbitrary<BulkAct> = fc.oneof(
  fc.record({
    action: fc.constant("invite" as const),
    words: fc.constant("Hello"),
    dueOn: fc.constant("2026-12-04"),
    getsReminders: fc.constantFrom(undefined, true, false),
  }),
  fc.record({ action: fc.constant("remind" as const) }),
  fc.record({ action: fc.constant("approve" as const) }),
  fc.record({ action: fc.constant("assign" as const), managerId: orNull(managerId) }),
  fc.record({ action: fc.constant("due" as const), dueOn: orNull(fc.constant("2026-12-04")) }),
  fc.record({
    action: fc.constant("tag" as const),
    add: fc.subarray(["SEO", "Website"]),
    remove: fc.subarray(["SEO"]),
  }),
);
const step = {
  isMailOn: true,
  neededOf: () => "partly-done" as const,
  markingOf: () => ({
    mark: (questionId: string, record?: object) => record && `${questionId} ${JSON.stringify(record)}`,
    questions: ["team-description", "website-info"],
  }),
};
const turned = fc.record({ bulkId, managerId });

export const bulkCalls = {
  "bulk.start": call(
    fc.record({ bulkId, managerId, act, clientIds: fc.uniqueArray(clientId, { maxLength: 3 }) }),
    ({ storage }, args, at) => storage.bulk.start({ ...args, at }),
  ),
  "bulk.actAtOnce": call(
    fc.record({ act, clientIds: fc.uniqueArray(clientId, { maxLength: 3 }) }),
    ({ storage }, { act: done, clientIds }, at) => storage.bulk.actAtOnce(done, clientIds, { ...step, at }),
  ),
  "bulk.find": call(turned, ({ storage }, { managerId: whose, bulkId: id }) => storage.bulk.find(whose, id)),
  "bulk.stop": call(turned, ({ storage }, args, at) => storage.bulk.stop({ ...args, at })),
  "bulk.undo": call(turned, ({ storage }, args, at) => storage.bulk.undo({ ...args, at })),
  "bulk.dropEnded": call(fc.constantFrom(1, 2), ({ storage }, limit, at) =>
    storage.bulk.dropEnded(at, limit),
  ),
  "bulk.step": call(bulkId, async (side, id, at) => {
    await takeDueJobs(side, [BULK_JOB], at);
    return side.storage.bulk.step(jobOf(side, `${BULK_JOB}:${id}`), id, { ...step, at });
  }),
};
