import { afterEach, describe, expect, test, vi } from "vitest";
import { openTabChannel, type TabChannel, type TabMessage } from "./tabs.ts";

const opened: TabChannel[] = [];

/** A tab and the messages that it has received. */
function openTab(slot: string) {
  const inbox: TabMessage[] = [];
  const tabs = openTabChannel(slot, (message) => inbox.push(message));
  opened.push(tabs);
  return { ...tabs, inbox };
}

afterEach(() => {
  for (const tabs of opened.splice(0)) tabs.close();
  vi.unstubAllGlobals();
});

describe("a tab's messages", () => {
  test("reach every other tab of the client in order, and not itself", async () => {
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

  test("reach no tab of another client", async () => {
    const [rosas, also, belas] = [openTab("rosa"), openTab("rosa"), openTab("bela")];
    rosas.tell({ kind: "left" });
    await vi.waitFor(() => expect(also.inbox).toHaveLength(1));
    expect(belas.inbox).toEqual([]);
  });

  test("are neither received nor sent by a closed tab, without an error", async () => {
    const [one, closed, three] = [openTab("rosa"), openTab("rosa"), openTab("rosa")];
    closed.close();
    closed.tell({ kind: "saved", revision: 1 });
    one.tell({ kind: "left" });
    await vi.waitFor(() => expect(three.inbox).toEqual([{ kind: "left" }]));
    expect(closed.inbox).toEqual([]);
  });
});

test("without a channel in the browser, no tab is notified and nothing breaks", () => {
  vi.stubGlobal("BroadcastChannel", undefined);
  const tab = openTab("rosa");
  tab.tell({ kind: "left" });
  tab.close();
  expect(tab.inbox).toEqual([]);
});
