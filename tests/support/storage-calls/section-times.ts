import fc from "fast-check";
import { CLIENTS, call, clientId, SECTIONS, scope, sectionId, whole } from "./pool.ts";
import { revision } from "./records.ts";

const activeMs = fc.oneof(fc.nat(9), whole);
const section = fc.record({ sectionId, activeMs, isFinished: fc.boolean() });
const moments = fc.array(fc.record({ at: whole, section: fc.option(fc.constantFrom(...SECTIONS)) }), {
  maxLength: 2,
});
const sections = fc.uniqueArray(section, { selector: (one) => one.sectionId, maxLength: 3 });

export const sectionTimeCalls = {
  "sectionTimes.listUnmeasured": call(
    fc.record({ after: fc.constantFrom("", ...CLIENTS), limit: fc.integer({ min: 1, max: 3 }) }),
    ({ storage }, { after, limit }) => storage.sectionTimes.listUnmeasured(after, limit),
  ),
  "sectionTimes.listComings": call(clientId, ({ storage }, id) => storage.sectionTimes.listComings(id)),
  "sectionTimes.put": call(fc.record({ clientId, revision, moments, sections }), ({ storage }, measured) =>
    storage.sectionTimes.put(measured),
  ),
  "sectionTimes.find": call(clientId, ({ storage }, id) => storage.sectionTimes.find(id)),
  "sectionTimes.findMedian": call(fc.record({ scope, sectionId }), ({ storage }, args) =>
    storage.sectionTimes.findMedian(args.scope, args.sectionId),
  ),
};
