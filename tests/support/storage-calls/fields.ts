import fc from "fast-check";
import { fieldKinds } from "#contract/manage/fields.ts";
import { anEvent, call, clientId, mostly, plainCall, text } from "./pool.ts";

const fieldId = mostly("fd_0", "fd_a", "fd_f");
const field = fc.record({
  fieldId,
  name: fc.constantFrom("Plan", "plan", "Ünit", "Budget"),
  kind: fc.constantFrom(...fieldKinds),
  options: fc.array(fc.constantFrom("A", "é"), { maxLength: 2 }),
});
const change = fc.oneof(
  fc.record({ fieldId, kind: fc.constant("text" as const), value: text }),
  fc.record({
    fieldId,
    kind: fc.constantFrom("number" as const, "date" as const, "choice" as const),
    value: fc.constantFrom(null, 0, -1.5, "2026-11-25", "é"),
  }),
);
const patch = fc.record({
  clientId,
  facts: fc.record({
    phone: fc.constantFrom(null, "1", undefined),
    website: fc.constantFrom("a.example", null),
  }),
  tags: fc.constantFrom(undefined, [], ["Website"], ["SEO", "website"]),
  fields: fc.array(change, { maxLength: 2 }),
});

export const fieldCalls = {
  "fields.list": plainCall(({ storage }) => storage.fields.list()),
  // each id is made once, so an existing one is never added again
  "fields.add": call(field, async ({ storage }, added, at) => {
    const isThere = (await storage.fields.list()).some((known) => known.fieldId === added.fieldId);
    return isThere ? "there" : storage.fields.add(added, at, [anEvent("field.added", at)]);
  }),
  "fields.change": call(field, ({ storage }, changed, at) =>
    storage.fields.change(changed, [anEvent("field.changed", at)]),
  ),
  "fields.drop": call(fieldId, ({ storage }, id, at) =>
    storage.fields.drop(id, [anEvent("field.deleted", at)]),
  ),
  "fields.listValues": call(clientId, ({ storage }, id) => storage.fields.listValues(id)),
  "fields.listValuesOf": call(fc.array(clientId, { maxLength: 3 }), async ({ storage }, ids) => [
    ...(await storage.fields.listValuesOf(ids)),
  ]),
  "clients.patch": call(patch, ({ storage }, changed, at) => {
    const events = [anEvent("client.changed", at, { clientId: changed.clientId })];
    return storage.clients.patch({ ...changed, at, events });
  }),
};
