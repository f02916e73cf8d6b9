import { afterEach, beforeEach, expect, test } from "vitest";
import { eventKinds } from "#contract/manage/audit-kinds.ts";
import type { OpenedStorage } from "../storage.suite.ts";
import type { EventFilter } from "./event-pages.ts";
import type { StorageEvent } from "./events.ts";

const NOW = Date.UTC(2026, 10, 25, 12);
const HOUR_MS = 3_600_000;

const trail: StorageEvent[] = [
  { at: NOW, kind: "client.added", actor: "mg_1", clientId: "cl_1", detail: "added" },
  { at: NOW + 1, kind: "key.issued", actor: "mg_1", clientId: "cl_1", detail: "issued" },
  { at: NOW + 1, kind: "mail.sent", actor: "mg_1", clientId: "cl_1", detail: "asked" },
  { at: NOW + HOUR_MS, kind: "mail.sent", actor: "nobody", clientId: "cl_1", detail: "reminded" },
  { at: NOW + HOUR_MS, kind: "mail.refused", actor: "nobody", clientId: "cl_2", detail: "failed" },
  { at: NOW + 2 * HOUR_MS, kind: "settings.changed", actor: "mg_2", detail: "set" },
  // written by another server whose clock is behind
  { at: NOW + HOUR_MS + 1, kind: "manager.refused", actor: "nobody", detail: "guessed" },
];

/** Which events a filter shows, and in which order. */
export function eventPageSuite(open: () => Promise<OpenedStorage>): void {
  let opened: OpenedStorage;
  beforeEach(async () => {
    opened = await open();
    for (const event of trail) await opened.storage.audit.record(event);
  });
  afterEach(() => opened.engine.close());

  async function shown(filter: EventFilter, limit = 2): Promise<string[]> {
    const { audit } = opened.storage;
    const seen: string[] = [];
    let page = await audit.listAll({ ...filter, limit });
    while (page.length > 0) {
      seen.push(...page.map(({ detail = "" }) => detail));
      page = await audit.listAll({ ...filter, limit, after: page.at(-1) });
    }
    return seen;
  }

  const all = ["set", "guessed", "failed", "reminded", "asked", "issued", "added"];

  test.each([1, 2, 3, 100])("all events come once, newest first, %i at a time", async (limit) => {
    expect(await shown({}, limit)).toEqual(all);
  });

  test.each<[string, EventFilter, string[]]>([
    ["without automatic mail", { hidesAutomaticMail: true }, all.filter((each) => each !== "reminded")],
    ["of an account", { actor: "mg_1" }, ["asked", "issued", "added"]],
    ["of nobody", { actor: "nobody" }, ["guessed", "failed", "reminded"]],
    [
      "of nobody, without automatic mail",
      { actor: "nobody", hidesAutomaticMail: true },
      ["guessed", "failed"],
    ],
    ["of kinds", { kinds: ["mail.sent", "key.issued"] }, ["reminded", "asked", "issued"]],
    [
      "of kinds, without automatic mail",
      { kinds: ["mail.sent", "key.issued"], hidesAutomaticMail: true },
      ["asked", "issued"],
    ],
    ["of kinds that an account has done", { kinds: ["mail.sent"], actor: "mg_1" }, ["asked"]],
    ["of a client", { clientId: "cl_1" }, ["reminded", "asked", "issued", "added"]],
    [
      "of a client, without automatic mail",
      { clientId: "cl_1", hidesAutomaticMail: true },
      ["asked", "issued", "added"],
    ],
    [
      "of a client by somebody, of a kind",
      { clientId: "cl_1", actor: "mg_1", kinds: ["key.issued"] },
      ["issued"],
    ],
    ["from an instant on", { since: NOW + HOUR_MS + 1 }, ["set", "guessed"]],
    ["before an instant", { until: NOW + 1 }, ["added"]],
    ["between two", { since: NOW + 1, until: NOW + HOUR_MS + 1 }, ["failed", "reminded", "asked", "issued"]],
    ["of no kind", { kinds: [] }, []],
    ["of an account that does not exist", { actor: "mg_9" }, []],
    ["of a client that does not exist", { clientId: "cl_9" }, []],
  ])("%s", async (_, filter, expected) => {
    expect(await shown(filter)).toEqual(expected);
  });

  test("every existing kind has its place", async () => {
    const later = NOW + 9 * HOUR_MS;
    for (const [place, kind] of eventKinds.entries())
      await opened.storage.audit.record({ at: later + place, kind, actor: "mg_3", detail: kind });
    const newestFirst = eventKinds.toReversed();
    expect(await shown({ actor: "mg_3" }, 30)).toEqual(newestFirst);
    expect(await shown({ since: later }, 30)).toEqual(newestFirst);
  });
}
