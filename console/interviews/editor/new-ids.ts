const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** An id that no part has had or will have: `q-` and ten random characters for a card. */
export function newCardId(): string {
  return `q-${random(10)}`;
}

export function newSectionId(): string {
  return `s-${random(10)}`;
}

/** What is stored where an option is chosen; its label may change. */
export function newOptionValue(): string {
  return `o-${random(6)}`;
}

function random(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("");
}
