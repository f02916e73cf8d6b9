import { BlockList, isIP } from "node:net";
import { isIn, rangesOf } from "./address-ranges.ts";

/** Which addresses may be connected to, for one kind of connection. There is no other place that says so. */
export type Reach = {
  /** Whether a connection to this IP address may be made; a plain one is plain http. */
  allows(address: string, isPlain: boolean): boolean;
  /** Whether plain http may be spoken to any address at all. */
  allowsPlainHttp: boolean;
};

/** What managers may enter the addresses of: public ones alone, all, or these ranges of one's own network beside them. */
export type WebhookNetworks = "public" | "all" | string[];

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
  ["168.63.129.16", 32], // Azure's wire server, which tells a machine its secrets
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

/** Where clouds tell anyone who asks from within what the machine is and may do. Nobody serves anything else there. */
const METADATA_V4: [string, number][] = [
  ["169.254.0.0", 16],
  ["100.100.100.200", 32], // Alibaba
  ["168.63.129.16", 32], // Azure
  ["192.0.0.192", 32], // Oracle
];
const METADATA_V6: [string, number][] = [
  ["fd00:ec2::254", 128],
  ["fd20:ce::254", 128],
  ["fe80::a9fe:a9fe", 128],
  ["64:ff9b:1::", 48], // NAT64 of one's own, where an IPv4 address may stand in several places
  ...METADATA_V4.flatMap(carriedInV6),
];

/** The forms of IPv6 that carry these addresses: compatible, by NAT64, by 6to4. */
function carriedInV6([address, bits]: [string, number]): [string, number][] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const [high, low] = [a * 256 + b, c * 256 + d].map((half) => half.toString(16));
  return [
    [`::${high}:${low}`, 96 + bits],
    [`64:ff9b::${high}:${low}`, 96 + bits],
    [`2002:${high}:${low}::`, 16 + bits],
  ];
}

/** For what managers enter. In ranges of one's own network plain http is spoken too, and elsewhere it is not. */
export function webhookReach(networks: WebhookNetworks): Reach {
  if (networks === "all") return operatorReach();
  const isPublic = publicAddresses();
  if (networks === "public")
    return { allows: (address, isPlain) => !isPlain && isPublic(address), allowsPlainHttp: false };
  const own = rangesOf(networks);
  return {
    allows: (address, isPlain) => isIn(own, address) || (!isPlain && isPublic(address)),
    allowsPlainHttp: true,
  };
}

/** For a host that the operator has set: a service of one's own, on this machine or in its network, as well as any other. */
export function operatorReach(): Reach {
  const metadata = new BlockList();
  for (const [network, bits] of METADATA_V4) metadata.addSubnet(network, bits, "ipv4");
  for (const [network, bits] of METADATA_V6) metadata.addSubnet(network, bits, "ipv6");
  return { allows: (address) => isIP(address) !== 0 && !isIn(metadata, address), allowsPlainHttp: true };
}

/**
 * For a service that itself names further addresses, as a provider of sign-ins does: what lies on its host is the
 * operator's, and whatever else it names must be public.
 */
export function serviceReach(service: URL): (address: URL) => Reach {
  const own = { ...operatorReach(), allowsPlainHttp: service.protocol === "http:" };
  const elsewhere = webhookReach("public");
  return ({ hostname, protocol }) =>
    hostname === service.hostname && protocol === service.protocol ? own : elsewhere;
}

function publicAddresses(): (address: string) => boolean {
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
