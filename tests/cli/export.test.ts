import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SaveRequest } from "#contract/api/calls.ts";
import { saveRecord } from "../../server/records/save-record.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

const cli = commandLine();
let rosa: AddedClient;
const NOW = Date.parse("2026-03-01T12:00:00Z");
const hostile = '=HYPERLINK("https://evil.example","x")\n<script>alert(1)</script>';
/** Control sequences that rename the window, clear the screen and ring the bell, in 7-bit and 8-bit form. */
const steering = "\u001b]0;pwned\u0007\u001b[2J\u009b2J\u007fend";
const data: SaveRequest["data"] = {
  "business-profile": { employees: "1", locations: "2-3", revenue: "<500k" },
  "tool-selection": {
    selectedTools: ["xero", "square", "other"],
    customTools: "a diary",
    toolRatings: { xero: 4 },
  },
  "website-form": { url: "example.com", satisfaction: 7 },
  "booking-process": { responses: [{ content: hostile, id: "a", source: "typed" }] },
  "customer-acquisition": { responses: [{ content: steering, id: "b", source: "typed" }] },
};
beforeAll(async () => {
  rosa = await cli.addClient("Rosa # Bakery");
  const { storage, book } = await cli.open();
  const saving = {
    clientId: rosa.clientId,
    now: NOW,
    requestId: "r",
    expectedRevision: undefined,
    idempotencyKey: undefined,
  };
  await saveRecord(storage, book.current(), { data, submit: true }, saving);
  await storage.close();
});
afterAll(() => cli.remove());

const exported = async (...more: string[]) => {
  const { status, stdout, stderr } = await cli.firsthand(["record", "export", rosa.clientId, ...more]);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
};

test("as JSON, a record is exactly what is stored", async () => {
  const json = await exported();
  expect(JSON.parse(json)).toMatchObject({
    clientId: rosa.clientId,
    clientName: "Rosa # Bakery",
    revision: 1,
    savedAt: "2026-03-01T12:00:00.000Z",
    submittedAt: "2026-03-01T12:00:00.000Z",
    record: data,
  });
  expect(await exported("--format", "json")).toBe(json);
  expect(await exported("--json")).toBe(json);
});

test("as CSV, it has a row per field and answer, and no formula", async () => {
  const csv = await exported("--format", "csv");
  const lines = csv.split("\r\n");
  expect(lines[0]).toBe("section,question,field,answer,type,source,timestamp,addedBy,asked");
  expect(lines).toContain(
    "Business Snapshot,Your business at a glance,Number of Employees,Just me (1),,,,,yes",
  );
  expect(lines).toContain("Business Snapshot,Your business at a glance,Number of Locations,2 to 3,,,,,yes");
  expect(lines).toContain("Business Snapshot,The tools you use,Xero,4 of 5 stars,,,,,yes");
  expect(lines).toContain('Business Snapshot,The tools you use,Square,"used, not rated",,,,,yes');
  expect(lines).toContain("Website,Your website today,Satisfaction,7 of 10,,,,,yes");
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")\n<script>`);
});

test("as Markdown, it reads like an interview, with hostile text as text", async () => {
  const markdown = await exported("--format", "md");
  expect(markdown).toMatch(
    /^# Rosa # Bakery\n\nSubmitted March 1, 2026 at 12:00 PM UTC\n\n## 1\\\. Business Snapshot\n\n### Your business at a glance\n/,
  );
  expect(markdown).toContain("- **Other tools:** a diary");
  expect(markdown).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(markdown).not.toContain("<script>");
});

test.each(["json", "csv", "md"])(
  "as %s, nothing in it steers a terminal, wherever it is shown",
  async (format) => {
    for (const out of [
      await exported("--format", format),
      (
        await cli.firsthand([
          "brief",
          "export",
          rosa.clientId,
          "--format",
          format === "csv" ? "html" : format,
        ])
      ).stdout,
      (await cli.firsthand(["client", "export", "--all", "--format", format === "md" ? "csv" : format]))
        .stdout,
    ]) {
      expect(out).toContain("]0;pwned");
      expect(out.replaceAll(/[\t\r\n]/g, "")).not.toMatch(/\p{Cc}/u);
    }
  },
);

test("when Spanish is the interview's first language, Markdown and CSV are in Spanish", async () => {
  const file = join(cli.folder, "interview.yaml");
  writeFileSync(file, "format: 1\nlanguages: [es, en]\n");
  const of = async (format: string) => {
    const args = ["record", "export", rosa.clientId, "--format", format];
    return (await cli.firsthand(args, { FIRSTHAND_INTERVIEW: file })).stdout;
  };
  expect(await of("md")).toContain("\n\nEnviado el 1 de marzo de 2026");
  expect(await of("md")).toContain("- **Otras herramientas:** a diary");
  const csv = await of("csv");
  expect(csv).toContain(",Xero,4 de 5 estrellas,");
  expect(csv).toContain("section,question,field,answer,type,source,timestamp,addedBy,asked");
});

test("a client without answers has an empty export", async () => {
  const { clientId } = await cli.addClient("Ben");
  const of = async (format: string) =>
    (await cli.firsthand(["record", "export", clientId, "--format", format])).stdout;
  expect(JSON.parse(await of("json"))).toMatchObject({
    revision: 0,
    savedAt: null,
    submittedAt: null,
    record: {},
  });
  expect(await of("csv")).toBe("section,question,field,answer,type,source,timestamp,addedBy,asked\r\n");
  expect(await of("md")).toBe("# Ben\n\nNot submitted yet\n\nNo answers yet.\n");
});

test("client list and client show include the client's progress", async () => {
  const shown = await cli.facts("client", "show", rosa.clientId);
  expect(shown).toMatchObject({
    state: "submitted",
    completed: 5,
    total: 13,
    percent: 38,
    lastSection: "leads-booking",
  });
  expect((await cli.firsthand(["client", "list"])).stdout).toMatch(
    /Rosa # Bakery +submitted +38% +- +- +2026-03-01T12:00:00.000Z/,
  );
});
