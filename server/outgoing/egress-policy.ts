import { BlockList, isIP } from "node:net";
import { isIn, rangesOf } from "./address-ranges.ts";

/** The addresses that one kind of connection may reach. All egress rules are in this file. */
export type EgressPolicy = {
  /** Whether this IP address may be connected to; `isPlain` means plain http. */
  allows(address: string, isPlain: boolean): boolean;
  /** Whether plain http is permitted to any address at all. */
  allowsPlainHttp: boolean;
};

/**
 * The networks that addresses entered by managers may be in: only public ones, all, or public ones and these private
 * ranges.
 */
export type WebhookNetworks = "public" | "all" | string[];

/**
 * IANA's special-purpose address registries, without their few ordinary addresses, plus multicast. For IPv6, only
 * 2000::/3 is allocated: this excludes loopback, unique-local, link-local, multicast, and every form that contains an
 * IPv4 address (mapped, compatible, NAT64).
 */
const SPECIAL_V4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local, where clouds serve instance credentials
  ["168.63.129.16", 32], // Azure's wire server, which serves a machine's secrets
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16],
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
];
const GLOBAL_V6: [string, number] = ["2000::", 3];
const SPECIAL_V6: [string, number][] = [
  ["2001::", 23], // protocol assignments, including Teredo
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4, which contains an IPv4 address
  ["3fff::", 20], // documentation
];

/**
 * Cloud metadata services, which give a machine's identity and credentials to any caller inside. Nothing else is served
 * at these addresses.
 */
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
  ["64:ff9b:1::", 48], // local-use NAT64, where the IPv4 address can be at several positions
  ...METADATA_V4.flatMap(carriedInV6),
];

/** The IPv6 forms that contain these addresses: compatible, NAT64, 6to4. */
function carriedInV6([address, bits]: [string, number]): [string, number][] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const [high, low] = [a * 256 + b, c * 256 + d].map((half) => half.toString(16));
  return [
    [`::${high}:${low}`, 96 + bits],
    [`64:ff9b::${high}:${low}`, 96 + bits],
    [`2002:${high}:${low}::`, 16 + bits],
  ];
}

/** For addresses entered by managers. Plain http is permitted in the listed private ranges only. */
export function webhookEgressPolicy(networks: WebhookNetworks): EgressPolicy {
  if (networks === "all") return operatorEgressPolicy();
  const isPublic = publicAddresses();
  if (networks === "public")
    return { allows: (address, isPlain) => !isPlain && isPublic(address), allowsPlainHttp: false };
  const own = rangesOf(networks);
  return {
    allows: (address, isPlain) => isIn(own, address) || (!isPlain && isPublic(address)),
    allowsPlainHttp: true,
  };
}

/** For a host set by the operator, which may also be on this machine or in a private network. */
export function operatorEgressPolicy(): EgressPolicy {
  const metadata = new BlockList();
  for (const [network, bits] of METADATA_V4) metadata.addSubnet(network, bits, "ipv4");
  for (const [network, bits] of METADATA_V6) metadata.addSubnet(network, bits, "ipv6");
  return { allows: (address) => isIP(address) !== 0 && !isIn(metadata, address), allowsPlainHttp: true };
}

/**
 * For a service that names further addresses, such as a sign-in provider: its own host has the operator's reach, and
 * other addresses must be public.
 */
export function serviceEgressPolicy(service: URL): (address: URL) => EgressPolicy {
  const own = { ...operatorEgressPolicy(), allowsPlainHttp: service.protocol === "http:" };
  const elsewhere = webhookEgressPolicy("public");
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
