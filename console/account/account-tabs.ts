/** The parts of one's own account. The first is at the account's own address. */
export const accountTabs = ["profile", "security", "sessions", "tokens"] as const;
export type AccountTab = (typeof accountTabs)[number];

/** The tab that an address names; undefined for an unknown name. */
export function accountTabIn(name: string | undefined): AccountTab | undefined {
  return name === undefined ? "profile" : accountTabs.find((tab) => tab === name && tab !== "profile");
}

export function addressOfTab(tab: AccountTab): string {
  return tab === "profile" ? "/account" : `/account/${tab}`;
}
