/** A domain name with a dot, and the rest of an address after it. */
const BARE = /^[^\s/@:?#]+\.[^\s/@:?#.]+(?:[:/?#]\S*)?$/;

/** The address that a person typed for a website, with `https://` added if only that is missing. */
export function completedAddress(text: string): string {
  const trimmed = text.trim();
  return BARE.test(trimmed) ? `https://${trimmed}` : trimmed;
}
