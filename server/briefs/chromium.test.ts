import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaperSize } from "#contract/manage/endpoints/briefs.ts";
import { dense, pagesOfPdf, textOfPdf } from "../../tests/support/browser/pdf.ts";
import { hostileText } from "../../tests/support/data/arbitraries.ts";
import { briefed, briefFullOf } from "../../tests/support/data/briefed.ts";
import { fullRecord } from "../../tests/support/data/full-record.ts";
import { openBriefs } from "./briefs.ts";
import { findChromium, printPage } from "./chromium.ts";

const PATH = process.env.PATH;
const folder = mkdtempSync(join(tmpdir(), "firsthand-pdf-"));
const signal = new AbortController().signal;
const NOW = Date.parse("2026-03-02T08:00:00Z");
afterAll(() => rmSync(folder, { recursive: true }));

const briefs = (chromium?: string) =>
  openBriefs({
    config: { providerName: "Northside Studio", chromium, dataFolder: folder },
    path: PATH,
    timeZone: () => "America/New_York",
    clock: () => NOW,
  });

async function pdfOf(
  brief: Parameters<ReturnType<typeof briefs>["pdf"]>[0],
  paper: PaperSize = "a4",
): Promise<Buffer> {
  const printed = await briefs().pdf(brief, "en", { paper, signal });
  if (printed.kind !== "printed") throw new Error(printed.reason);
  return printed.pdf;
}

describe("a brief as PDF", () => {
  test("has the name, fields and every answer, including emoji, on the requested paper size", {
    timeout: 60_000,
  }, async () => {
    const brief = briefed({ input: fullRecord((id) => `What ${id} is about: “flour & water” 👍 é <b>`) });
    const pdf = await pdfOf(brief);
    const text = textOfPdf(pdf);
    for (const { questions } of brief.sections) {
      for (const { answers } of questions)
        for (const { content } of answers) expect(text).toContain(dense(content));
    }
    for (const sentence of [
      "Rosa’s Bakery",
      "Northside Studio",
      "Less than $500K",
      "4 of 5 stars",
      "https://rosa.example",
    ]) {
      expect(text).toContain(dense(sentence));
    }
    expect(pagesOfPdf(pdf).size).toMatch(/\(A4\)$/);
    expect(pagesOfPdf(await pdfOf(brief, "letter")).size).toMatch(/\(letter\)$/);
  });

  test("shows hostile text as text", { timeout: 60_000 }, async () => {
    const attacks = [
      "<script>document.body.innerHTML='gone'</script>",
      "</p></body>",
      "=HYPERLINK(1)",
      "a\u202eb",
      "שלום",
    ];
    const text = textOfPdf(await pdfOf(briefFullOf(attacks.join(" and "))));
    for (const attack of attacks.filter((each) => /^[\x20-\x7e]*$/.test(each)))
      expect(text).toContain(dense(attack));
    expect(text).toMatch(/שלום|םולש/);
  });

  test("is made of anything that a client can write", { timeout: 120_000 }, async () => {
    for (const text of fc.sample(hostileText(), 3)) {
      expect(textOfPdf(await pdfOf(briefFullOf(`begins ${text}`)))).toContain("begins");
    }
  });

  test("of the largest possible record is complete", { timeout: 180_000 }, async () => {
    const content = (place: number) =>
      `Answer ${place} begins. `.padEnd(19_990, "and so on ").concat(` ends ${place}`).slice(0, 20_000);
    const responses = Array.from({ length: 200 }, (_, place) => ({
      id: `a${place}`,
      content: content(place),
    }));
    const pdf = await pdfOf(briefed({ input: { "booking-process": { responses } } }));
    const text = textOfPdf(pdf);
    for (const place of [0, 99, 199]) expect(text).toMatch(new RegExp(`Answer${place}begins.*ends${place}`));
    expect(pagesOfPdf(pdf).count).toBeGreaterThan(500);
  });

  test("leaves nothing in the data folder", () => {
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("Chromium, while it prints a PDF,", () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end();
  });
  beforeAll(() => new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready)));
  afterAll(() => new Promise((closed) => server.close(closed)));

  test("reaches no address, even if a page without a policy asks for one", { timeout: 60_000 }, async () => {
    const { port } = server.address() as AddressInfo;
    const places = ["127.0.0.1", "localhost"].map((host) => `http://${host}:${port}`);
    const images = places.map((place) => `<img src="${place}/image"><iframe src="${place}/frame"></iframe>`);
    const html = `<!doctype html><p>printed</p>${images.join("")}<script>fetch("${places[0]}/script")</script>`;
    const chromium = findChromium(undefined, PATH) ?? "";
    const printed = await printPage(html, { chromium, dataFolder: folder, path: PATH, signal });
    expect(printed.kind === "printed" && textOfPdf(printed.pdf)).toContain("printed");
    expect(asked).toEqual([]);
  });
});

describe("when no PDF can be made, the reason is named:", () => {
  const brief = briefed({});
  const program = (script: string) => {
    const file = join(mkdtempSync(join(tmpdir(), "firsthand-browser-")), "browser");
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o700);
    return file;
  };

  test("Chromium is not installed", async () => {
    expect(findChromium(undefined, "/nowhere")).toBeUndefined();
    expect(await briefs("/nowhere/chromium").pdf(brief, "en", { paper: "a4", signal })).toEqual({
      kind: "none",
      reason: expect.stringMatching(
        /^"\/nowhere\/chromium" is not there, so no PDF can be made\. Open the brief .* print it instead, .* FIRSTHAND_CHROMIUM\.$/,
      ),
    });
  });

  test.each([
    ["it fails", "exit 3", "it ended with exit code 3"],
    [
      "its sandbox cannot start",
      "echo No usable sandbox! >&2; exit 1",
      expect.stringMatching(/^its sandbox cannot start here, .* print the page by hand$/),
    ],
    ["it is killed", "kill -9 $$", "it was killed by SIGKILL"],
    ["it says that all is well and has written nothing", "exit 0", "it ended with exit code 0"],
  ])("%s", async (_what, script, reason) => {
    expect(await briefs(program(script)).pdf(brief, "en", { paper: "a4", signal })).toEqual({
      kind: "failed",
      reason,
    });
  });

  test("its folder cannot be made", async () => {
    const page = { chromium: program("exit 0"), dataFolder: "/dev/null/nowhere", path: PATH, signal };
    expect(await printPage("", page)).toEqual({
      kind: "failed",
      reason: expect.stringContaining("/dev/null/nowhere"),
    });
  });

  test("the caller has disconnected", async () => {
    const gone = AbortSignal.timeout(50);
    expect(await briefs(program("sleep 100")).pdf(brief, "en", { paper: "a4", signal: gone })).toEqual({
      kind: "failed",
      reason: "it was stopped",
    });
  });

  test("and the next PDF is still made", { timeout: 60_000 }, async () => {
    const printer = briefs();
    const outcomes = await Promise.all([
      printer.pdf(brief, "en", { paper: "a4", signal: AbortSignal.abort() }),
      printer.pdf(brief, "en", { paper: "a4", signal }),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["failed", "printed"]);
  });
});
