import { describe, expect, test } from "vitest";
import { checkSenderDomain, type FindTexts } from "./check-sender-domain.ts";

const FROM = "hello@mail.acme.example";
const SPF = "v=spf1 include:mail.example ~all";
const DMARC = "v=DMARC1; p=reject; rua=mailto:d@acme.example";

/** A name server that knows these names; it throws when asked for other names. */
function nameServer(texts: { [name: string]: string[] | "fails" }) {
  const asked: string[] = [];
  const find: FindTexts = async (name) => {
    asked.push(name);
    const found = texts[name];
    if (found === undefined) throw new Error(`Unexpected lookup of ${name}`);
    if (found === "fails") throw Object.assign(new Error("SERVFAIL"), { code: "ESERVFAIL" });
    return found;
  };
  return { find, asked };
}
const NO_DMARC = { "_dmarc.mail.acme.example": [], "_dmarc.acme.example": [] };

describe("SPF", () => {
  test.each<[string, string[], string, string]>([
    ["a record", [SPF], "ok", "spf-found"],
    ["a record between others", ["google-site-verification=x", SPF], "ok", "spf-found"],
    ["no record", [], "warning", "spf-missing"],
    ["other records only", ["v=spf10 all", "spf1", `x ${SPF}`], "warning", "spf-missing"],
    ["two records", [SPF, "V=SPF1 -all"], "warning", "spf-several"],
    ["a record that lets anyone send", ["v=spf1 +all"], "warning", "spf-open"],
    ["the same without a sign", ["v=spf1 mx all"], "warning", "spf-open"],
    ["a record that is endless", [`v=spf1 ${"ip4:1.2.3.4 ".repeat(10_000)}-all`], "ok", "spf-found"],
  ])("%s", async (_what, texts, outcome, detail) => {
    const { find } = nameServer({ ...NO_DMARC, "mail.acme.example": texts });
    const [spf] = await checkSenderDomain(FROM, find);
    expect(spf).toEqual({ name: "spf", outcome, detail });
  });
});

describe("DMARC", () => {
  const check = async (names: { [name: string]: string[] }, from = FROM) => {
    const domain = from.slice(from.indexOf("@") + 1);
    const { find, asked } = nameServer({ [domain]: [SPF], ...names });
    const [, dmarc] = await checkSenderDomain(from, find);
    return { ...dmarc, asked: asked.filter((name) => name.startsWith("_dmarc")) };
  };

  test("of the domain itself takes precedence over the parent domain", async () => {
    expect(await check({ "_dmarc.mail.acme.example": [DMARC] })).toMatchObject({
      outcome: "ok",
      detail: "dmarc-found",
      asked: ["_dmarc.mail.acme.example"],
    });
  });

  test("of the parent domain counts where the domain has none", async () => {
    const names = { "_dmarc.mail.acme.example": ["something else"], "_dmarc.acme.example": [DMARC] };
    expect(await check(names)).toMatchObject({
      detail: "dmarc-found",
      asked: ["_dmarc.mail.acme.example", "_dmarc.acme.example"],
    });
  });

  test.each<[string, string[], string]>([
    ["one that only watches", ["v=DMARC1;p=none"], "dmarc-found"],
    ["one in capitals, with spaces", ["V = dmarc1 ; P = Quarantine ;"], "dmarc-found"],
    ["one without a policy", ["v=DMARC1; rua=mailto:a@b.example"], "dmarc-invalid"],
    ["one with a policy that there is not", ["v=DMARC1; p=deny"], "dmarc-invalid"],
    ["two", [DMARC, DMARC], "dmarc-several"],
    ["none", [], "dmarc-missing"],
    ["none that is of this kind", ["v=DMARC10; p=none"], "dmarc-missing"],
  ])("%s", async (_what, texts, detail) => {
    const names = { "_dmarc.mail.acme.example": texts, "_dmarc.acme.example": [] };
    expect((await check(names)).detail).toBe(detail);
  });

  test("is looked up for a single-label domain, and at most seven times for a long one", async () => {
    expect((await check({ "_dmarc.localhost": [] }, "a@localhost")).asked).toEqual(["_dmarc.localhost"]);
    const labels = Array.from({ length: 12 }, (_, place) => `l${place}`);
    const names = Object.fromEntries(labels.map((_, from) => [`_dmarc.${labels.slice(from).join(".")}`, []]));
    expect((await check(names, `a@${labels.join(".")}`)).asked).toHaveLength(7);
  });
});

test("a name server that does not answer is no evidence against the domain", async () => {
  const { find } = nameServer({ "mail.acme.example": "fails", "_dmarc.mail.acme.example": "fails" });
  expect(await checkSenderDomain(FROM, find)).toEqual([
    { name: "spf", outcome: "not-checked", detail: "dns-failed" },
    { name: "dmarc", outcome: "not-checked", detail: "dns-failed" },
  ]);
});
