/** The host of an address as connections and lookups name it: an address of IPv6 without brackets. */
export function bareHost({ hostname }: Pick<URL, "hostname">): string {
  return hostname.replace(/^\[|\]$/g, "");
}
