import { BlockList, isIP } from "node:net";

/** Whether a host name or address is this machine. */
export function isThisMachine(host: string): boolean {
  const version = isIP(host);
  if (version === 0) return host === "localhost";
  const loopback = new BlockList();
  loopback.addSubnet("127.0.0.0", 8, "ipv4");
  loopback.addAddress("::1", "ipv6");
  return loopback.check(host, version === 4 ? "ipv4" : "ipv6");
}
