import { isIPv4 } from "node:net";

/** Where a request comes from, as far as it is noted; a caller who has gone meanwhile has no address any more. */
export function callerAddress({ ip }: { ip: string | undefined }): { address?: string } {
  return ip === undefined ? {} : { address: coarseAddress(ip) };
}

/** An IPv4 /24 or an IPv6 /48: enough to tell one place from another, not one household from the next. */
function coarseAddress(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(address)) return address.replace(/\d+$/, "0/24");
  const groups = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1).split("::");
  const before = (groups[0] ?? "").split(":").filter(Boolean);
  const after = groups.length > 1 ? (groups[1] ?? "").split(":").filter(Boolean) : [];
  const zeros = groups.length > 1 ? Array(8 - before.length - after.length).fill("0") : [];
  return `${[...before, ...zeros, ...after].slice(0, 3).join(":")}::/48`;
}
