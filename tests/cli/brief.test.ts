import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveRecord } from "../../server/records/save-record.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

const cli = commandLine();
const SAID = "They phone the shop, and the first who is free writes it into the calendar.";
let rosa: AddedClient;
beforeAll(async () => {
  rosa = await cli.addClient("Rosa");
  const { storage, book } = await cli.open();
  const data = { "booking-process": { responses: [{ content: SAID, id: "a" }] } };
  const saving = {
    clientId: rosa.clientId,
    now: Date.now(),
    requestId: "r",
    expectedRevision: undefined,
    idempotencyKey: undefined,
  };
  await saveRecord(storage, book.current(), { data }, saving);
  await storage.close();
});
afterAll(() => cli.remove());

const printed = async (...args: string[]) => {
  const { status, stdout, stderr } = await cli.firsthand(["brief", "export", rosa.clientId, ...args]);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
};
const file = (name: string) => join(cli.folder, name);

describe("brief export", () => {
  test("prints a web page", async () => {
    const page = await printed();
    expect(page).toMatch(/^<!doctype html>\n/);
    expect(page).toContain(`<p class="text" dir="auto">${SAID}</p>`);
    expect(page).toContain("--paper:");
  });

  test("prints Markdown and JSON", async () => {
    expect(await printed("--format", "md")).toMatch(/^# Rosa\n\nClient brief · Not submitted yet/);
    const brief = JSON.parse(await printed("--json"));
    expect(brief).toMatchObject({
      formatVersion: 1,
      clientName: "Rosa",
      revision: 1,
      quotes: [{ text: SAID }],
    });
    expect(JSON.parse(await printed("--format", "json"))).toEqual(brief);
  });

  test("writes a PDF, readable by this user only", { timeout: 60_000 }, async () => {
    const pdf = file("brief.pdf");
    expect(await printed("--format", "pdf", "--paper", "letter", "--output", pdf)).toBe("");
    expect(statSync(pdf).mode & 0o777).toBe(0o600);
    expect(execFileSync("pdftotext", ["-raw", pdf, "-"]).toString()).toContain(SAID);
    expect(execFileSync("pdfinfo", [pdf]).toString()).toContain("(letter)");
  });

  test("replaces no file without --force", async () => {
    const page = file("brief.html");
    await printed("--output", page);
    const { status, stderr } = await cli.firsthand(["brief", "export", rosa.clientId, "--output", page]);
    expect([status, stderr]).toEqual([
      1,
      `${page} already exists. Name another file, or add --force to replace it.\n`,
    ]);
    await printed("--format", "md", "--output", page, "--force");
    expect(readFileSync(page, "utf8")).toMatch(/^# Rosa/);
  });

  test.each<[string, string[], { [name: string]: string }, number, RegExp]>([
    ["a client who is not there", ["cl_none"], {}, 1, /^There is no client cl_none\./],
    ["a form that there is not", ["x", "--format", "doc"], {}, 2, /Allowed choices are html, md, json, pdf/],
    ["a paper that there is not", ["x", "--paper", "a5"], {}, 2, /Allowed choices are a4, letter/],
    ["no client", [], {}, 2, /missing required argument 'clientId'/],
  ])("refuses %s", async (_what, args, env, code, message) => {
    const { status, stdout, stderr } = await cli.firsthand(["brief", "export", ...args], env);
    expect(stderr).toMatch(message);
    expect([status, stdout]).toEqual([code, ""]);
  });

  test("says what to do without Chromium, and when the file cannot be written", async () => {
    const args = ["brief", "export", rosa.clientId];
    const none = await cli.firsthand([...args, "--format", "pdf"], {
      FIRSTHAND_CHROMIUM: "/nowhere/chromium",
    });
    expect([none.status, none.stdout]).toEqual([1, ""]);
    expect(none.stderr).toMatch(
      /^"\/nowhere\/chromium" is not there, so no PDF can be made\. .*print it instead/,
    );
    const folder = await cli.firsthand([...args, "--output", cli.folder]);
    expect([folder.status, folder.stderr]).toEqual([
      1,
      `${cli.folder} is a folder. Name a file inside the folder.\n`,
    ]);
    const own = await cli.firsthand([...args, "--output", join(cli.data, "firsthand.db"), "--force"]);
    expect([own.status, own.stderr]).toEqual([
      1,
      expect.stringMatching(/firsthand\.db belongs to this installation\. Name another file\./),
    ]);
    const lost = await cli.firsthand([...args, "--output", file("none/brief.html")]);
    expect([lost.status, lost.stderr]).toEqual([
      1,
      expect.stringMatching(/there is no such folder\. Make it first/),
    ]);
  });
});
