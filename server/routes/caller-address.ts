import { isIPv4 } from "node:net";

/** The caller's address in the coarse form that is stored; absent where the caller has already disconnected. */
export function callerAddress({ ip }: { ip: string | undefined }): { address?: string } {
  return ip === undefined ? {} : { address: coarseAddress(ip) };
}

/** An IPv4 /24 or IPv6 /48 network: enough to distinguish places, but not neighboring households. */
function coarseAddress(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(address)) return address.replace(/\d+$/, "0/24");
  const groups = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1).split("::");
  const before = (groups[0] ?? "").split(":").filter(Boolean);
  const after = groups.length > 1 ? (groups[1] ?? "").split(":").filter(Boolean) : [];
  const zeros = groups.length > 1 ? Array(8 - before.length - after.length).fill("0") : [];
  return `${[...before, ...zeros, ...after].slice(0, 3).join(":")}::/48`;
}
