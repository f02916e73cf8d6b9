import { expect, test } from "vitest";
import { accountTabIn, accountTabs, addressOfTab } from "./account-tabs.ts";

test("each tab has one address", () => {
  for (const tab of accountTabs) {
    const [, , name] = addressOfTab(tab).split("/");
    expect(accountTabIn(name)).toBe(tab);
  }
});

test.each(["profile", "", "Security", "toString", "tokens/"])("%j is not a tab", (name) => {
  expect(accountTabIn(name)).toBeUndefined();
});
