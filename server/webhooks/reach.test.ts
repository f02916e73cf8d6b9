import { describe, expect, test } from "vitest";
import { reachOf } from "./reach.ts";

const REFUSED: { [what: string]: string[] } = {
  unspecified: ["0.0.0.0", "0.255.255.255", "::"],
  loopback: ["127.0.0.1", "127.255.255.255", "::1"],
  private: ["10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255"],
  "carrier-grade NAT": ["100.64.0.0", "100.127.255.255"],
  "link-local": ["169.254.0.1", "169.254.169.254", "fe80::1", "febf::1", "fe80::1%eth0"],
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

const { allows } = reachOf({ allowsPrivate: false });

test.each(Object.entries(REFUSED))("refused: %s", (_what, addresses) => {
  expect(addresses.filter(allows)).toEqual([]);
});

test("every other address is allowed, up to the very borders", () => {
  expect(ALLOWED.filter((address) => !allows(address))).toEqual([]);
});

describe("where the operator allows private addresses", () => {
  const open = reachOf({ allowsPrivate: true });

  test("each address is allowed, and plain http", () => {
    const addresses = ["127.0.0.1", "10.0.0.1", "::1", "1.1.1.1"];
    expect(addresses.every(open.allows)).toBe(true);
    expect([open.allowsPlainHttp, reachOf({ allowsPrivate: false }).allowsPlainHttp]).toEqual([true, false]);
  });
});
