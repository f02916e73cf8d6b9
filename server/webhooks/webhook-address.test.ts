import { expect, test } from "vitest";
import { webhookEgressPolicy } from "../outgoing/egress-policy.ts";
import { readAddress } from "./webhook-address.ts";

const publicOnly = webhookEgressPolicy("public");
const anywhere = webhookEgressPolicy("all");
const problem = (name: string) => ({ kind: "problem", problem: name });

test.each([
  // addresses of this machine
  "127.1",
  "127.0.1",
  "0177.0.0.1",
  "0x7f.0.0.1",
  "0x7f000001",
  "2130706433",
  "017700000001",
  "127.0.0.1.",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "%31%32%37.0.0.1",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0000:0000:0000:0000:0000:ffff:7F00:0001]",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[2002:7f00:1::]",
  "0",
  "0.0.0.0",
  "[::]",
  // addresses of its network
  "10.1",
  "0xa9fea9fe",
  "169.254.169.254",
  "192.168.1",
  "[fd00::1]",
  "[fe80::1]",
])("a literal address is recognized in any spelling: %s", (host) => {
  expect(readAddress(`https://${host}/hook`, publicOnly)).toEqual(problem("address-refused"));
  expect(readAddress(`https://${host}:8443`, publicOnly)).toEqual(problem("address-refused"));
  expect(readAddress(`https:\\\\${host}\\hook`, publicOnly)).toEqual(problem("address-refused"));
});

test.each([
  ["", "not-an-address"],
  ["example.com/hook", "not-an-address"],
  ["//example.com", "not-an-address"],
  ["https://", "not-an-address"],
  ["https://exa mple.com", "not-an-address"],
  ["https://[fe80::1%25eth0]/", "not-an-address"],
  ["https://1.2.3.4.5/", "not-an-address"],
  ["https://256.1.1.1/", "not-an-address"],
  ["https://example.com:99999/", "not-an-address"],
  ["ftp://example.com", "not-http"],
  ["file:///etc/passwd", "not-http"],
  ["data:text/plain,x", "not-http"],
  ["unix:/run/docker.sock", "not-http"],
  ["https://a:b@example.com", "credentials"],
  ["https://a@example.com", "credentials"],
  ["https://:b@example.com", "credentials"],
  ["https://example.com@127.0.0.1/", "credentials"],
  ["http://example.com", "plain-http"],
])("refused: %s is %s", (text, name) => {
  expect(readAddress(text, publicOnly)).toEqual(problem(name));
});

test("the stored address is normalized, and has no fragment", () => {
  const href = (text: string) => {
    const read = readAddress(text, publicOnly);
    return read.kind === "address" && read.url.href;
  };
  expect(href("  HTTPS://Example.COM:443/A/../hook?key=v#part ")).toBe("https://example.com/hook?key=v");
  expect(href("https://bäckerei.example")).toBe("https://xn--bckerei-5wa.example/");
  expect(href("https://[2606:4700:4700::1111]")).toBe("https://[2606:4700:4700::1111]/");
});

test("where the operator allows it, an internal address and plain http are accepted, and nothing more", () => {
  expect(readAddress("http://127.0.0.1:3000/hook", anywhere).kind).toBe("address");
  expect(readAddress("http://[::1]:3000/hook", anywhere).kind).toBe("address");
  expect(readAddress("file:///etc/passwd", anywhere)).toEqual(problem("not-http"));
  expect(readAddress("http://a:b@127.0.0.1/", anywhere)).toEqual(problem("credentials"));
});
