/** A name with a dot in it, and whatever may follow a name in an address. */
const BARE = /^[^\s/@:?#]+\.[^\s/@:?#.]+(?:[:/?#]\S*)?$/;

/** What somebody typed as the address of a website, with `https://` before it where that is all it lacks. */
export function completedAddress(text: string): string {
  const trimmed = text.trim();
  return BARE.test(trimmed) ? `https://${trimmed}` : trimmed;
}
