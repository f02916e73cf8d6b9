import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { builtInInterviews } from "../../server/interview-file/built-in-interviews.ts";
import { commandLine } from "../support/service/command-line.ts";

const EXAMPLE = join(import.meta.dirname, "../../examples/veterinary/interview.yaml");
const { firsthand, serve, folder, remove, open } = commandLine();
afterAll(remove);

function written(text: string): string {
  const file = join(folder, "interview.yaml");
  writeFileSync(file, text);
  return file;
}

describe("interview print", () => {
  test("prints a file with the questions of the built-in interview", async () => {
    const { status, stdout } = await firsthand(["interview", "print"]);
    expect(status).toBe(0);
    const installation = await open({ FIRSTHAND_INTERVIEW: written(stdout) });
    await installation.storage.close();
    const { definitions } = installation.book.current();
    expect([...definitions].map(([language, { interview }]) => [language, interview])).toEqual(
      Object.entries(builtInInterviews),
    );
  });
});

describe("interview check", () => {
  test("says what a file would ask, for people and as JSON", async () => {
    const { status, stdout } = await firsthand(["interview", "check", EXAMPLE]);
    expect([status, stdout]).toEqual([
      0,
      `${EXAMPLE} is valid: 4 sections, 8 questions, 20 minutes, in English and Spanish.\n`,
    ]);
    const { stdout: facts } = await firsthand(["interview", "check", EXAMPLE, "--json"]);
    expect(JSON.parse(facts)).toEqual({
      file: EXAMPLE,
      isBuiltIn: false,
      languages: ["en", "es"],
      sections: 4,
      questions: 8,
      minutes: 20,
    });
  });

  test("says when a file leaves the questions unchanged", async () => {
    const { stdout } = await firsthand(["interview", "check", written("format: 1\n")]);
    expect(stdout).toContain("The file has no sections, so clients get the built-in interview.\n");
  });

  test("names line and reason of each problem, and ends with 1", async () => {
    const { status, stderr } = await firsthand(["interview", "check", written("format: 1\ntipps: []\n")]);
    expect([status, stderr]).toEqual([
      1,
      "interview.yaml:2:1: tipps: Unknown name. Check the spelling, or remove it\n",
    ]);
  });

  test("without a file says what is missing", async () => {
    const { status, stderr } = await firsthand(["interview", "check"]);
    expect(status).toBe(2);
    expect(stderr).toContain("missing required argument 'file'");
  });
});

describe("a server", () => {
  test("with an invalid file does not start, and says where", async () => {
    const file = written('format: 1\nprovider: { colors: { accent: "#eeeeee" } }\n');
    const { status, stderr } = await firsthand(["serve"], { FIRSTHAND_INTERVIEW: file, FIRSTHAND_NO: "1" });
    expect(status).toBe(2);
    expect(stderr).toContain("FIRSTHAND_NO: unknown setting.");
    expect(stderr).toContain("FIRSTHAND_INTERVIEW: interview.yaml:2:31: provider.colors.accent: Too light");
  });

  test("does not accept an entry name for another kind of question than before", async () => {
    const before = await serve();
    await before.line("Firsthand is ready");
    await before.stop();
    const file = written(`format: 1
sections:
  - id: one
    name: One
    minutes: 5
    description: About it
    questions:
      - { kind: website, id: booking-process, title: A, prompt: B, sample: C }
`);
    const { status, stderr } = await firsthand(["serve"], { FIRSTHAND_INTERVIEW: file, PORT: "0" });
    expect(status).toBe(1);
    expect(stderr).toContain('The interview uses the entry name "booking-process" for another kind');
  });

  test("uses the name in the file, unless it is set elsewhere", async () => {
    const named = await firsthand(["config", "--json"], { FIRSTHAND_INTERVIEW: EXAMPLE });
    expect(JSON.parse(named.stdout)).toMatchObject({
      FIRSTHAND_PROVIDER_NAME: { value: "Pawsworth", from: "interview file" },
      FIRSTHAND_INTERVIEW: { value: EXAMPLE },
    });
    const set = await firsthand(["config", "--json"], {
      FIRSTHAND_INTERVIEW: EXAMPLE,
      FIRSTHAND_PROVIDER_NAME: "Acme",
    });
    expect(JSON.parse(set.stdout)).toMatchObject({ FIRSTHAND_PROVIDER_NAME: { value: "Acme" } });
  });
});
