import fc from "fast-check";
import { anEvent, call, managerId, plainCall, seldom, unordered } from "./pool.ts";

const name = fc.constantFrom("mailServer", "reminders", "timeZone");
const value = seldom(fc.oneof(fc.boolean(), fc.record({ text: fc.constantFrom("söhne", "👍", "") })));

export const settingCalls = {
  "settings.change": call(
    fc.record({
      values: fc.array(fc.record({ name, value }), { maxLength: 3 }),
      version: fc.nat(4),
      by: managerId,
    }),
    async ({ storage }, { values, version, by }, at) => {
      const seen: unknown[] = [];
      const outcome = await storage.settings.change({
        names: values.map((each) => each.name),
        version,
        at,
        by,
        compose(stored) {
          seen.push(unordered(stored.values()));
          const isNotified = { isNotified: true };
          return { values, events: [anEvent("settings.mail-server-changed", at, isNotified)] };
        },
      });
      return { outcome, seen: seen.at(-1) };
    },
  ),
  "settings.list": plainCall(async ({ storage }) => unordered((await storage.settings.list()).values())),
  "settings.version": plainCall(({ storage }) => storage.settings.version()),
};
