import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CspEvaluator } from "csp_evaluator";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noInterviewFile } from "../../server/interview-file/read-interview-file.ts";
import { openSite } from "../../server/pages/site.ts";
import { keepContent } from "../support/data/database-content.ts";
import { headersFault } from "../support/security/expected-headers.ts";
import { directivesOf, headerScore } from "../support/security/header-score.ts";
import { countTried } from "../support/security/security-counts.ts";
import { type Service, startService } from "../support/service/service.ts";
import { rightCalls } from "./access/right-calls.ts";
import { sendCell } from "./access/send-cell.ts";
import { openWorld } from "./access/world.ts";

/**
 * The grade of every kind of answer (promise P27), by an independent scoring table and an independent policy evaluator.
 */

const DIST = join(import.meta.dirname, "../../dist");
/**
 * The evaluator's note on `'self'`, which might allow files that somebody else put on the host; smaller numbers are
 * worse.
 */
const NOTE_ON_SELF = 50;

const site = openSite(
  {
    providerName: "Firsthand",
    interview: { definitions: new Map([["en", { hash: "h4sh" }]]), minutes: "35" },
    dictation: "browser",
    recording: "kept",
    openIdName: "",
    passkeys: "off",
    passwords: "on",
    signInLinks: () => "off",
    provided: noInterviewFile,
  },
  DIST,
);
/** The built files, by address. */
const built = [
  ...[...site.assets.map((name) => `assets/${name}`), ...site.files].map((name) => ({
    address: `/${name}`,
    file: join(DIST, "web", name),
  })),
  ...site.console.assets.map((name) => ({
    address: `/console/assets/${name}`,
    file: join(DIST, "console/assets", name),
  })),
  ...site.preview.assets.map((name) => ({
    address: `/console/preview/assets/${name}`,
    file: join(DIST, "preview/assets", name),
  })),
];

let service: Service;
beforeAll(async () => {
  service = await startService({ site });
});
afterAll(() => service.close());

function worstOf(policy: string): number {
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return Math.min(...findings.map(({ severity }) => severity));
}

test.each(["/", "/console/"])("the page at %s scores 155, an A+", async (path) => {
  const response = await service.call("GET", path);
  expect(headerScore(response.headers, await response.text())).toEqual({
    score: 155,
    grade: "A+",
    points: {
      csp: 10,
      framing: 5,
      referrer: 5,
      hsts: 0,
      sniffing: 0,
      corp: 10,
      coep: 10,
      coop: 10,
      cors: 0,
      sri: 5,
    },
  });
});

test.each([
  { path: "/", files: 2, styles: 1 },
  { path: "/console/", files: 2, styles: 0 },
])(
  "the page at $path consists of exactly the files and styles that it names",
  async ({ path, files, styles }) => {
    const response = await service.call("GET", path);
    const policy = response.headers.get("content-security-policy");
    const html = await response.text();
    const tags = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+\.(?:js|css))"[^>]*>/g)];
    expect(tags).toHaveLength(files);
    for (const [tag, address = ""] of tags) {
      const served = Buffer.from(await (await service.call("GET", address)).arrayBuffer());
      expect(tag).toContain(` integrity="sha384-${hash("sha384", served, "base64")}"`);
    }
    const inPage = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
    const hashes = inPage.map((style) => ` 'sha256-${hash("sha256", style, "base64")}'`);
    expect(hashes).toHaveLength(styles);
    expect(policy).toContain(`style-src 'self'${hashes.join("")};`);
  },
);

test("every built file is served unchanged with every header, and no source map is among them", async () => {
  expect(built.length).toBeGreaterThan(6);
  for (const { address, file } of built) {
    const response = await service.call("GET", address);
    expect([address, response.status, headersFault(response.headers)]).toEqual([address, 200, undefined]);
    expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(file))).toBe(true);
  }
  const names = ["web", "console"].flatMap((folder) =>
    readdirSync(join(DIST, folder), { recursive: true, encoding: "utf8" }),
  );
  expect(names.filter((name) => name.endsWith(".map"))).toEqual([]);
});

test("every answer scores 150 by its headers alone, and no policy has a worse note than the one on 'self'", async () => {
  const world = await openWorld();
  const content = keepContent(world.service.config.databaseFile);
  const policies = new Set<string>();
  const types = new Set<string>();
  const others: string[] = [];
  const calls = rightCalls(world);
  for (const cell of calls) {
    const response = await sendCell(world.service.url, cell);
    await response.arrayBuffer();
    // undo each call's changes, so that no call affects another
    const changes = content.changes();
    if (changes.size > 0) content.restore(changes);
    const { score } = headerScore(response.headers);
    if (score !== 150) others.push(`${cell.route.method} ${cell.route.url}: ${score}`);
    policies.add(response.headers.get("content-security-policy") ?? "none");
    types.add(response.headers.get("content-type")?.split(";")[0] ?? "none");
  }
  content.close();
  await world.close();
  countTried("answers scored", calls.length);
  expect(others).toEqual([]);
  for (const type of [
    "text/html",
    "application/json",
    "audio/mp4",
    "application/zip",
    "text/csv",
    "text/javascript",
  ])
    expect([...types]).toContain(type);
  // the policies of the apps, the brief, the opt-out page and the privacy page
  expect(policies.size).toBeGreaterThan(3);
  for (const policy of policies) expect([policy, worstOf(policy) >= NOTE_ON_SELF]).toEqual([policy, true]);
});

test("only our own pages can use the microphone, and unneeded features are off for all", async () => {
  const allowed = (await service.call("GET", "/")).headers.get("permissions-policy")?.split(", ");
  expect(allowed).toContain("microphone=(self)");
  expect(allowed).toContain("camera=()");
  expect(allowed).toContain("geolocation=()");
});

describe("the checker detects each of these:", () => {
  const good = async () => new Headers((await service.call("GET", "/")).headers);
  const policy = "content-security-policy";
  const weaker: [string, string, string | undefined, number][] = [
    ["no policy", policy, undefined, 75],
    [
      "scripts in the page",
      policy,
      "default-src 'none'; script-src 'unsafe-inline'; frame-ancestors 'none'",
      80,
    ],
    [
      "styles in the page",
      policy,
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      140,
    ],
    ["forms to anywhere", policy, "default-src 'none'; frame-ancestors 'none'", 145],
    ["a referrer", "referrer-policy", "unsafe-url", 140],
    ["no HSTS", "strict-transport-security", undefined, 80],
    ["a month of HSTS", "strict-transport-security", "max-age=2592000", 140],
    ["guessed types", "x-content-type-options", undefined, 145],
    ["files for other sites", "cross-origin-resource-policy", "cross-origin", 140],
    ["files of other sites", "cross-origin-embedder-policy", undefined, 140],
    ["windows of other sites", "cross-origin-opener-policy", "unsafe-none", 140],
    ["credentials for other origins", "access-control-allow-credentials", "true", 50],
  ];
  test.each(weaker)("%s", async (_, name, value, score) => {
    const headers = await good();
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
    expect(headerScore(headers).score).toBe(score);
    expect(headersFault(headers)).toContain(name === "access-control-allow-credentials" ? "header" : name);
  });

  test("a frame on any other site", async () => {
    const headers = await good();
    headers.set(policy, "default-src 'none'; form-action 'none'");
    expect(headerScore(headers).score).toBe(145);
    headers.delete("x-frame-options");
    expect(headerScore(headers).score).toBe(80);
  });

  test.each([
    ["a script whose bytes nobody checks", '<script src="/a.js"></script>', 150],
    ["one of another site", '<script src="https://x.example/a.js"></script>', 145],
  ])("%s", async (_, html, score) => {
    expect(headerScore(await good(), html).score).toBe(score);
  });

  test.each([
    "default-src 'none'; script-src 'unsafe-inline'",
    "script-src 'self'",
    "default-src 'none'; script-src https:; base-uri 'none'",
  ])("the policy %j", (weak) => {
    expect(worstOf(weak)).toBeLessThan(NOTE_ON_SELF);
  });

  test("the first of two equal directives counts", () => {
    expect(directivesOf("img-src 'none'; img-src *")).toEqual(new Map([["img-src", ["'none'"]]]));
  });
});
