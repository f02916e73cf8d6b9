/** The actions that shortcuts trigger. */
export type Shortcut =
  | "down"
  | "up"
  | "extend-down"
  | "extend-up"
  | "open"
  | "select"
  | "select-all"
  | "clear"
  | "invite"
  | "remind"
  | "assign"
  | "tag"
  | "due"
  | "next-unread"
  | "approve"
  | "approve-read"
  | "follow-up"
  | "next-client"
  | "previous-client"
  | "brief"
  | "search"
  | "palette"
  | "needs-you"
  | "clients"
  | "overview"
  | "help";

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** `isAfterG`: the previous key was G. `areLettersOn`: single letters are shortcuts. */
type Setting = { isAfterG: boolean; areLettersOn: boolean };

const KEYS: { [key: string]: Shortcut } = {
  ArrowDown: "down",
  ArrowUp: "up",
  Enter: "open",
  Escape: "clear",
};
const WITH_SHIFT: { [key: string]: Shortcut } = { ArrowDown: "extend-down", ArrowUp: "extend-up" };
const WITH_CTRL: { [key: string]: Shortcut } = { a: "select-all", k: "palette" };
const LETTERS: { [key: string]: Shortcut } = {
  j: "down",
  k: "up",
  x: "select",
  i: "invite",
  r: "remind",
  m: "assign",
  t: "tag",
  d: "due",
  n: "next-unread",
  a: "approve",
  f: "follow-up",
  b: "brief",
  "/": "search",
  "?": "help",
};
const LETTERS_WITH_SHIFT: { [key: string]: Shortcut } = {
  A: "approve-read",
  J: "next-client",
  K: "previous-client",
};
const AFTER_G: { [key: string]: Shortcut } = { n: "needs-you", c: "clients", o: "overview" };

/** The action of a key press; `g` if it depends on the next key; undefined if the key is not a shortcut. */
export function shortcutOf(press: KeyPress, { isAfterG, areLettersOn }: Setting): Shortcut | "g" | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return shiftKey ? undefined : WITH_CTRL[key.toLowerCase()];
  if (shiftKey && key in WITH_SHIFT) return WITH_SHIFT[key];
  if (!shiftKey && key in KEYS) return KEYS[key];
  if (!areLettersOn) return undefined;
  // without Shift, a capital letter means that Caps Lock is on
  if (shiftKey && key in LETTERS_WITH_SHIFT) return LETTERS_WITH_SHIFT[key];
  if (isAfterG && key in AFTER_G) return AFTER_G[key];
  return key === "g" ? "g" : LETTERS[key];
}
