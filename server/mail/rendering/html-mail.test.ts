import { wcagContrast } from "culori";
import { describe, expect, test } from "vitest";
import { mailLookOf } from "../../interview-file/mail-look.ts";
import { listText } from "../digest/digest-lists.ts";
import { type HtmlMail, htmlMail, LOGO_CID } from "./html-mail.ts";

const LINK = "https://interview.example/#key=fh_1&q=website";
const aMail = (more: Partial<HtmlMail> = {}): HtmlMail => ({
  language: "en",
  subject: "A few questions from Acme",
  text: `Hi Rosa,\n\nA few questions are waiting.\nType or talk.\n\n${LINK}\n\nMia\nAcme`,
  footer: {
    sentence: "Acme sends you this email.",
    link: { label: "Stop these emails", address: "https://interview.example/opt-out/fho_1" },
  },
  providerName: "Acme",
  look: mailLookOf({ colors: undefined, logo: undefined }),
  buttons: new Map([[LINK, { label: "Open the interview", address: LINK }]]),
  ...more,
});

test("a line with the address of a button becomes the button, and the address appears nowhere else", () => {
  const html = htmlMail(aMail());
  expect(html.match(/<a [^>]*>Open the interview<\/a>/g)).toHaveLength(1);
  expect(html).toContain('href="https://interview.example/#key=fh_1&amp;q=website"');
  expect(html.split("#key=")).toHaveLength(2);
});

test("an address that a person wrote becomes neither a button nor a link", () => {
  const html = htmlMail(aMail({ text: "Hi\n\nhttps://evil.example/" }));
  expect(html).not.toContain('href="https://evil.example');
  expect(html).toContain("https://evil.example/");
});

test("names and texts are escaped, whatever they contain", () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const html = htmlMail(
    aMail({
      text: `Hi ${evil},\n\n${evil}`,
      subject: evil,
      providerName: evil,
      footer: { sentence: evil, link: { label: evil, address: evil } },
    }),
  );
  expect(html).not.toMatch(/<script|<img/);
});

describe("a list", () => {
  const evil = '"><script>alert(1)</script>';
  const list = {
    heading: "New answers (3)",
    items: [
      { label: "Rosa’s Bakery", address: "https://interview.example/console/clients/cl_1" },
      { label: evil, address: "https://interview.example/console/clients/cl_2" },
    ],
    more: { label: "and 1 more", address: "https://interview.example/console/?filter=news" },
  };
  const withList = (text: string) => htmlMail(aMail({ text, lists: new Map([[listText(list), list]]) }));

  test("replaces the block with its text, with a link for each line and escaped names", () => {
    const html = withList(`Hi,\n\nHere:\n\n${listText(list)}\n\nBye`);
    expect(html.match(/<h2 [^>]*>New answers \(3\)<\/h2>/g)).toHaveLength(1);
    const links = [...html.matchAll(/<li [^>]*><a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a><\/li>/g)];
    expect(links.map(([, address]) => address)).toEqual([
      "https://interview.example/console/clients/cl_1",
      "https://interview.example/console/clients/cl_2",
      "https://interview.example/console/?filter=news",
    ]);
    expect(html).not.toContain("<script");
    expect(html).not.toContain("- Rosa");
  });

  test("is only what the server listed: similar lines stay text without links", () => {
    const html = withList("Hi,\n\nHere:\n\nNew answers (3)\n- Rosa’s Bakery\n  https://evil.example/");
    expect(html).not.toContain("<li");
    expect(html).not.toContain('href="https://evil.example');
  });
});

test("lines stay lines, and the text after the greeting is the preview in a list of mails", () => {
  const html = htmlMail(aMail());
  expect(html).toContain("A few questions are waiting.<br>Type or talk.</p>");
  expect(html).toMatch(/<div style="display:none[^>]*>A few questions are waiting\. Type or talk\.<\/div>/);
});

test("nothing is fetched from outside, and the mail is small", () => {
  const html = htmlMail(aMail({ text: "x".repeat(5_000) }));
  expect(html).not.toMatch(/src=|url\(|@import|<link/);
  expect(html.length).toBeLessThan(20_000);
});

test("a logo is embedded in the mail, with the provider's name as its alternative text", () => {
  const logo = {
    type: "image/png",
    content: Buffer.alloc(10),
    address: "/provided/x.png",
    ratio: 3,
  } as const;
  const html = htmlMail(aMail({ look: mailLookOf({ colors: undefined, logo }) }));
  expect(html).toContain(`<img src="cid:${LOGO_CID}" alt="Acme" height="32" width="96"`);
});

test.each([
  ["an SVG", { type: "image/svg+xml", content: Buffer.alloc(10), address: "/provided/x.svg", ratio: 1 }],
  [
    "large",
    { type: "image/png", content: Buffer.alloc(40 * 1024 + 1), address: "/provided/x.png", ratio: 1 },
  ],
] as const)("a logo that is %s is left out", (_, logo) => {
  expect(mailLookOf({ colors: undefined, logo }).logo).toBeUndefined();
});

test.each(["#1c5b4a", "#7a1f5c", "#004488", "#5a4b00"])(
  "a button in %s is readable, light and dark",
  (accent) => {
    const { light, dark } = mailLookOf({ colors: { accent }, logo: undefined });
    for (const { accent: behind, onAccent } of [light, dark])
      expect(wcagContrast(behind, onAccent)).toBeGreaterThanOrEqual(4.5);
  },
);
