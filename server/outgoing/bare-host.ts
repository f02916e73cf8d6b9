/** A URL's host as connections and lookups expect it: IPv6 addresses without brackets. */
export function bareHost({ hostname }: Pick<URL, "hostname">): string {
  return hostname.replace(/^\[|\]$/g, "");
}
