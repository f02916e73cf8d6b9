import { afterEach, describe, expect, test, vi } from "vitest";
import { openTabs, type TabMessage, type Tabs } from "./tabs.ts";

const opened: Tabs[] = [];

/** A tab and the messages that it has received. */
function openTab(slot: string) {
  const inbox: TabMessage[] = [];
  const tabs = openTabs(slot, (message) => inbox.push(message));
  opened.push(tabs);
  return { ...tabs, inbox };
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
    await vi.waitFor(() => expect([two.inbox, three.inbox]).toEqual([messages, messages]));
    expect(one.inbox).toEqual([]);
  });

  test("no tab of another client hears", async () => {
    const [rosas, also, belas] = [openTab("rosa"), openTab("rosa"), openTab("bela")];
    rosas.tell({ kind: "left" });
    await vi.waitFor(() => expect(also.inbox).toHaveLength(1));
    expect(belas.inbox).toEqual([]);
  });

  test("a closed tab neither hears nor tells, without a complaint", async () => {
    const [one, closed, three] = [openTab("rosa"), openTab("rosa"), openTab("rosa")];
    closed.close();
    closed.tell({ kind: "saved", revision: 1 });
    one.tell({ kind: "left" });
    await vi.waitFor(() => expect(three.inbox).toEqual([{ kind: "left" }]));
    expect(closed.inbox).toEqual([]);
  });
});

test("where the browser has no channel, nobody is notified and nothing breaks", () => {
  vi.stubGlobal("BroadcastChannel", undefined);
  const tab = openTab("rosa");
  tab.tell({ kind: "left" });
  tab.close();
  expect(tab.inbox).toEqual([]);
});
