const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** A random ID that no part of the draft has had: `q-` and ten characters for a card. */
export function newCardId(): string {
  return `q-${random(10)}`;
}

export function newSectionId(): string {
  return `s-${random(10)}`;
}

/** The stored value of an option, which stays the same when the label changes. */
export function newOptionValue(): string {
  return `o-${random(6)}`;
}

function random(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("");
}
