import { BlockList, isIP } from "node:net";

/** Parses addresses and networks in CIDR notation. */
export function rangesOf(ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    list.addSubnet(address, Number(bits ?? (family === "ipv4" ? 32 : 128)), family);
  }
  return list;
}

export function isIn(list: BlockList, address: string): boolean {
  // the zone of a link-local address is the network interface's name
  const [bare = ""] = address.split("%");
  const version = isIP(bare);
  return version !== 0 && list.check(bare, version === 4 ? "ipv4" : "ipv6");
}
