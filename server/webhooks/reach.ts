import { BlockList, isIP } from "node:net";

/** Where this installation lets webhooks lead. */
export type Reach = {
  /** Whether a connection to this IP address may be made. */
  allows(address: string): boolean;
  allowsPlainHttp: boolean;
};

/**
 * What IANA's registries of special-purpose addresses list, but for the few entries there that are ordinary addresses,
 * and what is for multicast. Of IPv6, only 2000::/3 is given out at all: this leaves out loopback, unique-local,
 * link-local, multicast and every form that carries an IPv4 address (mapped, compatible, NAT64).
 */
const SPECIAL_V4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local, where clouds tell their secrets
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // relays of 6to4
  ["192.168.0.0", 16],
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
];
const GLOBAL_V6: [string, number] = ["2000::", 3];
const SPECIAL_V6: [string, number][] = [
  ["2001::", 23], // protocols, Teredo among them
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4, which carries an IPv4 address
  ["3fff::", 20], // documentation
];

/** Public addresses over https; everything where the operator allows private ones. */
export function reachOf({ allowsPrivate }: { allowsPrivate: boolean }): Reach {
  return { allows: allowsPrivate ? () => true : publicAddresses(), allowsPlainHttp: allowsPrivate };
}

function publicAddresses(): Reach["allows"] {
  const special = new BlockList();
  for (const [network, bits] of SPECIAL_V4) special.addSubnet(network, bits, "ipv4");
  for (const [network, bits] of SPECIAL_V6) special.addSubnet(network, bits, "ipv6");
  const global = new BlockList();
  global.addSubnet(...GLOBAL_V6, "ipv6");
  return (address) => {
    switch (isIP(address)) {
      case 4:
        return !special.check(address, "ipv4");
      case 6:
        return global.check(address, "ipv6") && !special.check(address, "ipv6");
      default:
        return false;
    }
  };
}
