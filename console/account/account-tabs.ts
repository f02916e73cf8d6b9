/** The tabs of the account page. The first one has the URL of the page itself. */
export const accountTabs = ["profile", "security", "sessions", "tokens"] as const;
export type AccountTab = (typeof accountTabs)[number];

/** The tab with a name in the URL; undefined for an unknown name. */
export function accountTabIn(name: string | undefined): AccountTab | undefined {
  return name === undefined ? "profile" : accountTabs.find((tab) => tab === name && tab !== "profile");
}

export function addressOfTab(tab: AccountTab): string {
  return tab === "profile" ? "/account" : `/account/${tab}`;
}
