import { afterEach, describe, expect, test, vi } from "vitest";
import { openTabs, type TabMessage, type Tabs } from "./tabs.ts";

const opened: Tabs[] = [];

/** A tab, with what it has been told. */
function openTab(slot: string) {
  const told: TabMessage[] = [];
  const tabs = openTabs(slot, (message) => told.push(message));
  opened.push(tabs);
  return { ...tabs, told };
}

afterEach(() => {
  for (const tabs of opened.splice(0)) tabs.close();
  vi.unstubAllGlobals();
});

describe("what a tab tells", () => {
  test("every other tab of the client hears, in order, and itself not", async () => {
    const [one, two, three] = [openTab("rosa"), openTab("rosa"), openTab("rosa")];
    const messages: TabMessage[] = [
      { kind: "saved", revision: 7 },
      { kind: "saved", revision: undefined },
      { kind: "left" },
    ];
    for (const message of messages) one.tell(message);
    await vi.waitFor(() => expect([two.told, three.told]).toEqual([messages, messages]));
    expect(one.told).toEqual([]);
  });

  test("no tab of another client hears", async () => {
    const [rosas, also, belas] = [openTab("rosa"), openTab("rosa"), openTab("bela")];
    rosas.tell({ kind: "left" });
    await vi.waitFor(() => expect(also.told).toHaveLength(1));
    expect(belas.told).toEqual([]);
  });

  test("a closed tab neither hears nor tells, without a complaint", async () => {
    const [one, closed, three] = [openTab("rosa"), openTab("rosa"), openTab("rosa")];
    closed.close();
    closed.tell({ kind: "saved", revision: 1 });
    one.tell({ kind: "left" });
    await vi.waitFor(() => expect(three.told).toEqual([{ kind: "left" }]));
    expect(closed.told).toEqual([]);
  });
});

test("where the browser has no channel, nobody is notified and nothing breaks", () => {
  vi.stubGlobal("BroadcastChannel", undefined);
  const tab = openTab("rosa");
  tab.tell({ kind: "left" });
  tab.close();
  expect(tab.told).toEqual([]);
});
