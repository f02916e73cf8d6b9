/**
 * A 106-bit fingerprint of a text, the same on every device: two runs of the public-domain cyrb53 with different
 * seeds. It tells texts apart; it protects nothing, so it needs no cryptography (and the contract has none).
 */
export function fingerprint(text: string): string {
  return [0, 0x9e3779b9].map((seed) => cyrb53(text, seed).toString(36).padStart(11, "0")).join("");
}

function cyrb53(text: string, seed: number): number {
  let h1 = 0xdeadbeef ^ seed;
  let h2 = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    h1 = Math.imul(h1 ^ unit, 2654435761);
    h2 = Math.imul(h2 ^ unit, 1597334677);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909);
  return 4294967296 * (2097151 & h2) + (h1 >>> 0);
}
