import { describe, expect, test } from "vitest";
import { isPlainBeyondThisMachine, nameOfHosts, parseDatabaseUrl } from "./database-url.ts";

const parse = (text: string) => parseDatabaseUrl(text) ?? [];

test("no setting gives no address", () => {
  expect(parseDatabaseUrl(undefined)).toBeUndefined();
});

describe("a database address with", () => {
  test.each<[string, string, string[]]>([
    [
      "one host",
      "postgres://me:pw@db.example:5433/firsthand",
      ["postgres://me:pw@db.example:5433/firsthand"],
    ],
    ["the other scheme", "postgresql://db/firsthand", ["postgresql://db/firsthand"]],
    [
      "several hosts",
      "postgres://me:p%40w@one:5432,two:5433,[::1]:5434/firsthand?sslmode=verify-full",
      [
        "postgres://me:p%40w@one:5432/firsthand?sslmode=verify-full",
        "postgres://me:p%40w@two:5433/firsthand?sslmode=verify-full",
        "postgres://me:p%40w@[::1]:5434/firsthand?sslmode=verify-full",
      ],
    ],
    [
      "a primary only",
      "postgres://one,two/f?target_session_attrs=read-write",
      ["postgres://one/f", "postgres://two/f"],
    ],
    ["TLS that is demanded", "postgres://one/f?sslmode=require", ["postgres://one/f?sslmode=verify-full"]],
    [
      "a socket",
      "postgres://me@/f?host=/run/postgresql",
      ["postgres://me@localhost/f?host=%2Frun%2Fpostgresql"],
    ],
  ])("%s", (_, text, hosts) => {
    expect(parse(text)).toEqual(hosts);
  });

  test("any hosts is shown without user and password", () => {
    expect(nameOfHosts(parse("postgres://me:secret@one:5432,two/f"))).toBe("one:5432, two:5432");
    expect(nameOfHosts(parse("postgres://me:secret@/f?host=/run/postgresql"))).toBe("/run/postgresql");
  });
});

describe("an invalid database address is refused, and its password is not shown:", () => {
  test.each([
    ["mysql://me:secret@host/f", /expected an address such as postgres:/],
    ["me:secret@host/f", /expected an address/],
    ["postgres://me:secret@host", /names no database/],
    ["postgres://me:secret@host/", /names no database/],
    ["postgres://me:secret@/f", /names no host/],
    ["postgres://me:secret@host:port/f", /percent-encode/],
    ["postgres://me:sec ret#@host/f", /./],
    ["postgres://me:secret@host/f#x", /percent-encode "#"/],
    ["postgres://me:secret@one,,two/f", /./],
    [
      "postgres://me:secret@host/f?sslmode=prefer",
      /sslmode to be one of disable, no-verify, require, verify-full/,
    ],
    ["postgres://me:secret@host/f?target_session_attrs=any", /target_session_attrs to be one of/],
    ["postgres://me:secret@host/f?pool_max=7", /"pool_max" cannot be set there/],
    ["postgres://me:secret@host/f?password=secret", /"password" cannot be set there/],
  ])("%s", (text, reason) => {
    const refused = () => parseDatabaseUrl(text);
    expect(refused).toThrow(reason);
    expect(refused).not.toThrow(/secret|sec ret/);
  });
});

test.each([
  ["postgres://db/f", true],
  ["postgres://10.0.0.7/f?sslmode=disable", true],
  ["postgres://db/f?sslmode=verify-full", false],
  ["postgres://127.0.0.1/f", false],
  ["postgres://[::1]/f", false],
  ["postgres://localhost:5433/f", false],
  ["postgres://me@/f?host=/run/postgresql", false],
])("whether the connection to %s can be read in transit: %s", (text, isPlain) => {
  expect(parse(text).map(isPlainBeyondThisMachine)).toEqual([isPlain]);
});
