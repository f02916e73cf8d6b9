import { describe, expect, test } from "vitest";
import {
  type EgressPolicy,
  operatorEgressPolicy,
  serviceEgressPolicy,
  webhookEgressPolicy,
} from "./egress-policy.ts";

const REFUSED: { [what: string]: string[] } = {
  unspecified: ["0.0.0.0", "0.255.255.255", "::"],
  loopback: ["127.0.0.1", "127.255.255.255", "::1"],
  private: ["10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255"],
  "carrier-grade NAT": ["100.64.0.0", "100.127.255.255"],
  "link-local": ["169.254.0.1", "169.254.169.254", "168.63.129.16", "fe80::1", "febf::1", "fe80::1%eth0"],
  "unique-local": ["fc00::1", "fd00:ec2::254", "fdff::1"],
  "site-local": ["fec0::1"],
  "documentation, benchmarks, protocols": [
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "2001::1",
    "2001:2::1",
    "2001:1ff:ffff::1",
    "2001:db8::1",
    "3fff::1",
  ],
  "multicast, reserved, broadcast": [
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "ff02::1",
  ],
  "an IPv4 address within": [
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::808:808",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::1",
    "2002:a00:1::",
  ],
  "not given out": ["100::1", "1fff::1", "4000::1", "5f00::1", "8000::1"],
  "no address": ["", "localhost", "127.1", "0x7f000001", "1.2.3", "1.2.3.4.5", "[::1]", "::g", " 8.8.8.8"],
};
const ALLOWED = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2003::1",
  "2606:4700:4700::1111",
  "2a00:1450:4001::1",
  "3ffe::1",
];

const METADATA = [
  "169.254.169.254",
  "169.254.170.2",
  "169.254.0.1",
  "::ffff:169.254.169.254",
  "::ffff:a9fe:a9fe",
  "100.100.100.200",
  "fd00:ec2::254",
  "fd20:ce::254",
  "fe80::a9fe:a9fe",
  "fe80::a9fe:a9fe%eth0",
  "64:ff9b::a9fe:a9fe",
  "2002:a9fe:a9fe::",
  "168.63.129.16",
  "::ffff:168.63.129.16",
  "192.0.0.192",
  "::a9fe:a9fe",
  "::a83f:8110",
  "64:ff9b:1::a9fe:a9fe",
  "64:ff9b::a83f:8110",
  "64:ff9b::c000:c0",
  "2002:a83f:8110::",
];
const OWN = ["127.0.0.1", "10.0.0.1", "192.168.1.1", "::1", "fd12::1", "fe80::1%eth0"];

const allowedBy = (reach: EgressPolicy, addresses: string[], isPlain = false) =>
  addresses.filter((address) => reach.allows(address, isPlain));

describe("where webhooks can reach public addresses only", () => {
  const reach = webhookEgressPolicy("public");

  test.each(Object.entries(REFUSED))("refused: %s", (_what, addresses) => {
    expect(allowedBy(reach, addresses)).toEqual([]);
  });

  test("every other address is allowed, up to the exact boundaries, and none over plain http", () => {
    expect(allowedBy(reach, ALLOWED)).toEqual(ALLOWED);
    expect([allowedBy(reach, ALLOWED, true), reach.allowsPlainHttp]).toEqual([[], false]);
  });
});

describe("where the operator lets webhooks reach ranges of the internal network", () => {
  const reach = webhookEgressPolicy(["10.1.0.0/16", "192.168.7.7", "fd12::/16", "::1"]);
  const within = ["10.1.0.0", "10.1.255.255", "192.168.7.7", "fd12:ffff::1", "::1", "::ffff:10.1.2.3"];

  test("each address of those ranges is allowed, also over plain http", () => {
    expect(allowedBy(reach, within)).toEqual(within);
    expect(allowedBy(reach, within, true)).toEqual(within);
    expect(reach.allowsPlainHttp).toBe(true);
  });

  test("addresses next to them are refused, and public addresses still need TLS", () => {
    const beside = ["10.0.255.255", "10.2.0.0", "192.168.7.8", "fd13::1", "::2", "127.0.0.1", ...METADATA];
    expect(allowedBy(reach, beside)).toEqual([]);
    expect([allowedBy(reach, ALLOWED), allowedBy(reach, ALLOWED, true)]).toEqual([ALLOWED, []]);
  });
});

describe.each([
  ["where the operator lets webhooks lead anywhere", webhookEgressPolicy("all")],
  ["for a host that the operator has set", operatorEgressPolicy()],
])("%s", (_where, reach) => {
  test("each address is allowed, also over plain http", () => {
    const addresses = [...OWN, ...ALLOWED];
    expect(allowedBy(reach, addresses)).toEqual(addresses);
    expect(allowedBy(reach, addresses, true)).toEqual(addresses);
    expect(reach.allowsPlainHttp).toBe(true);
  });

  test("except cloud metadata addresses, in any spelling, and invalid addresses", () => {
    expect(allowedBy(reach, [...METADATA, ...(REFUSED["no address"] ?? [])])).toEqual([]);
  });
});

describe("for a service that names further addresses", () => {
  const reachOf = serviceEgressPolicy(new URL("https://id.acme.example/realms/acme"));
  const allowed = (address: string) => {
    const reach = reachOf(new URL(address));
    return [...OWN, "1.1.1.1", ...METADATA].filter((one) => reach.allows(one, address.startsWith("http:")));
  };

  test("its own host can be in this network, on any port, with the scheme of the service", () => {
    expect(allowed("https://id.acme.example/token")).toEqual([...OWN, "1.1.1.1"]);
    expect(allowed("https://id.acme.example:8443/token")).toEqual([...OWN, "1.1.1.1"]);
    expect(reachOf(new URL("https://id.acme.example/")).allowsPlainHttp).toBe(false);
    expect(allowed("http://id.acme.example/token")).toEqual([]);
  });

  test.each(["https://acme.example/", "https://x.id.acme.example/", "https://id.acme.example.evil.example/"])(
    "%s is another host, which must be public",
    (address) => {
      expect(allowed(address)).toEqual(["1.1.1.1"]);
      expect(allowed(address.replace("https", "http"))).toEqual([]);
    },
  );
});
