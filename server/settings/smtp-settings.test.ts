import { describe, expect, test } from "vitest";
import { parseMailFrom, parseSmtpUrl } from "./smtp-settings.ts";

describe("the mail server's address", () => {
  test.each([
    ["smtps://mail.example.com", { host: "mail.example.com", port: 465, security: "tls" }],
    ["smtp://mail.example.com", { host: "mail.example.com", port: 587, security: "starttls" }],
    ["smtp://mail.example.com:25/", { port: 25, security: "starttls" }],
    ["smtp://localhost:2525", { host: "localhost", port: 2525, security: "plain" }],
    ["smtp://127.9.8.7", { security: "plain" }],
    ["smtp://[::1]:25", { host: "::1", security: "plain" }],
    ["smtp://[2001:db8::1]", { host: "2001:db8::1", security: "starttls" }],
    ["smtp://localhost.example.com", { security: "starttls" }],
    ["smtp://0.0.0.0", { security: "starttls" }],
    ["smtps://a%40b.example:p%25%2F%3Aw@h.example", { user: "a@b.example", password: "p%/:w" }],
  ])("%s", (url, expected) => {
    expect(parseSmtpUrl(url)).toMatchObject(expected);
  });

  test.each([
    "secret",
    "http://user:secret@h.example",
    "smtp://",
    "smtps://user:secret@h.example/path",
    "smtps://user:secret@h.example?pool=true",
    "smtps://secret@h.example",
    "smtps://:secret@h.example",
    "smtps://user:secret%@h.example",
    "smtps://user:secret%0d%0a@h.example",
    "smtps://user:secret@h.example:99999",
    `smtps://user:secret@${"h".repeat(100_000)}:x`,
  ])("is refused without being quoted: %s", (url) => {
    expect(() => parseSmtpUrl(url)).toThrow(/^expected an address such as(?!.*secret)/);
  });
});

describe("the sender of mails", () => {
  test.each([
    ["Hello@Example.com", { name: undefined, email: "hello@example.com" }],
    ["Acme & Söhne <a@b.example>", { name: "Acme & Söhne", email: "a@b.example" }],
    ['"Acme, Inc." <a@b.example>', { name: "Acme, Inc.", email: "a@b.example" }],
    ["<a@b.example>", { name: undefined, email: "a@b.example" }],
  ])("%s", (text, expected) => {
    expect(parseMailFrom(text)).toEqual(expected);
  });

  test.each([
    "Acme",
    "a@b",
    "a@b.example, c@d.example",
    "A <a@b.example> <c@d.example>",
    "A\r\nBcc: x <a@b.example>",
    "",
  ])("is refused: %j", (text) => {
    expect(() => parseMailFrom(text)).toThrow(/^expected an email address/);
  });
});
