import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

type Listed = {
  interviewId: string;
  name: string;
  source: string;
  isDefault: boolean;
  version: number | null;
  languages: string[];
  hasDraft: boolean;
  clients: number;
}[];
type Imported = { interviewId: string; name: string; version: number | null };
type Published = Imported & { underWay: number; submitted: number };

const EXAMPLE = join(import.meta.dirname, "../../examples/veterinary/interview.yaml");
const cli = commandLine();
const { firsthand, facts } = cli;
const OWN = "iv_00000000000000000000";
const NONE = "iv_0123456789abcdef0123";

beforeAll(async () => {
  const server = await cli.serve();
  await server.line("Firsthand is ready");
  await server.stop();
});
afterAll(() => cli.remove());

const list = () => facts<Listed>("interview", "list");
const found = async (interviewId: string) =>
  (await list()).find((interview) => interview.interviewId === interviewId);
const file = (name: string, content: string) => {
  const path = join(cli.folder, name);
  writeFileSync(path, content);
  return path;
};
const salon = (title = "Chairs", kind = "free-answer") => `format: 1
sections:
  - id: place
    name: Your place
    minutes: 5
    description: What you have
    questions:
      - { kind: ${kind}, id: chairs, title: ${title}, prompt: How many?, sample: Four. }
`;
async function refused(args: string[], message: string, exit = 1): Promise<void> {
  const { status, stderr, stdout } = await firsthand(args);
  expect(stderr).toContain(message);
  expect([status, stdout]).toEqual([exit, ""]);
}

test("an installation starts with one interview, in the languages of the product", async () => {
  expect(await list()).toMatchObject([
    {
      interviewId: OWN,
      name: "Standard",
      source: "built-in",
      isDefault: true,
      version: 1,
      languages: ["en", "es"],
      hasDraft: false,
      clients: 1,
    },
  ]);
  const { stdout } = await firsthand(["interview", "list"]);
  expect(stdout).toMatch(/^ID +NAME +VERSION/);
  expect(stdout).toContain("Standard");
});

test("an interview goes from a file to a client, and back into a file", async () => {
  const imported = await facts<Imported>("interview", "import", EXAMPLE, "--name", "Animals");
  expect(imported).toMatchObject({ name: "Animals", version: null });
  const { interviewId } = imported;
  expect(await found(interviewId)).toMatchObject({ version: null, hasDraft: true, clients: 0 });
  await refused(
    ["client", "add", "Rex", "--interview", interviewId],
    `Animals isn't published yet. Publish it with: firsthand interview publish ${interviewId}`,
  );
  const published = await facts<Published>("interview", "publish", interviewId, "--yes");
  expect(published).toMatchObject({
    interviewId,
    name: "Animals",
    version: 1,
    underWay: 0,
    submitted: 0,
    records: 0,
    isWhole: true,
  });
  expect(await found(interviewId)).toMatchObject({ source: "console", version: 1, hasDraft: false });
  const client = await facts<AddedClient>("client", "add", "Rex", "--interview", interviewId);
  const shown = await facts("client", "show", client.clientId);
  expect(shown).toMatchObject({ completed: 0, interview: { interviewId, name: "Animals", version: 1 } });
  const { stdout: lines } = await firsthand(["client", "show", client.clientId]);
  expect(lines).toContain("Interview: Animals, version 1\n");
  expect(await found(interviewId)).toMatchObject({ clients: 1 });
  const { stdout } = await firsthand(["interview", "export", interviewId]);
  const checked = await facts("interview", "check", file("exported.yaml", stdout));
  const { file: _file, ...summary } = await facts<{ file: string }>("interview", "check", EXAMPLE);
  expect(checked).toMatchObject(summary);
});

describe("import", () => {
  test("names the interview after the file, and publishes it on request", async () => {
    const imported = await facts<Imported>("interview", "import", file("Hairdo.yaml", salon()), "--publish");
    expect(imported).toMatchObject({ name: "Hairdo", version: 1 });
    const { stdout } = await firsthand(["interview", "import", file("Beard.yaml", salon())]);
    expect(stdout).toMatch(
      /^Interview: Beard \(iv_\w+\)\nPublish with: firsthand interview publish iv_\w+\n$/,
    );
  });

  test("into an interview makes a draft, which becomes the next version; earlier ones can still be exported", async () => {
    const first = file("nails.yaml", salon("Tables"));
    const { interviewId } = await facts<Imported>("interview", "import", first, "--publish");
    const second = file("nails2.yaml", salon("Many tables"));
    await facts<Imported>("interview", "import", second, "--into", interviewId);
    const draft = await firsthand(["interview", "export", interviewId, "--draft"]);
    expect(draft.stdout).toContain("Many tables");
    const answered = await cli.answering(["interview", "publish", interviewId], "publish\n");
    expect(answered.stderr).toContain("0 clients of nails will go on with the new version");
    expect(answered.stdout).toBe("nails: version 2 is published.\n");
    const earlier = await firsthand(["interview", "export", interviewId, "--version", "1"]);
    expect(earlier.stdout).toContain("title: Tables");
    expect((await firsthand(["interview", "export", interviewId])).stdout).toContain("Many tables");
  });

  test("is refused when the file is invalid, has no questions, or the name is in use", async () => {
    await refused(["interview", "import", join(cli.folder, "none.yaml")], "cannot be read (ENOENT)");
    const wrong = file("wrong.yaml", salon("Chairs", "chair"));
    await refused(["interview", "import", wrong], `${basename(wrong)}:8`);
    await refused(["interview", "import", file("empty.yaml", "format: 1\n")], "has no sections");
    const good = file("good.yaml", salon());
    await refused(
      ["interview", "import", good, "--name", "standard"],
      "Another interview is named standard. Choose another name with --name.",
    );
    await refused(["interview", "import", good, "--name", " "], "The interview's name is empty.");
    await refused(["interview", "import", good, "--into", NONE], `There is no interview ${NONE}.`);
    await refused(["interview", "import", good, "--into", OWN], "Standard comes from Firsthand");
    await refused(["interview", "import", good, "--into", OWN, "--name", "Both"], "cannot be used with", 2);
  });
});

describe("publish", () => {
  test("asks first, and does nothing unless the answer is yes", async () => {
    const { interviewId } = await facts<Imported>("interview", "import", file("asks.yaml", salon()));
    const { status, stderr } = await cli.answering(["interview", "publish", interviewId], "no\n");
    expect([status, stderr]).toEqual([1, expect.stringContaining("Nothing was published.")]);
    expect(await found(interviewId)).toMatchObject({ version: null, hasDraft: true });
  });

  test("shows its effects and the affected clients; a dry run does nothing more", async () => {
    const { interviewId } = await facts<Imported>(
      "interview",
      "import",
      file("dry.yaml", salon()),
      "--publish",
    );
    await facts("client", "add", "Rosa", "--interview", interviewId);
    const changed = salon("Seats").replace("id: chairs", "id: seats");
    await facts("interview", "import", file("dry.yaml", changed), "--into", interviewId);
    const { stdout, status } = await firsthand(["interview", "publish", interviewId, "--dry-run"]);
    expect([status, stdout]).toEqual([
      0,
      [
        "New: Seats",
        "Removed: Chairs",
        "1 client of dry will go on with the new version and keep all answers. 0 clients submitted and will stay on the version that was submitted.",
        "Nothing was published.",
        "",
      ].join("\n"),
    ]);
    expect(await found(interviewId)).toMatchObject({ version: 1, hasDraft: true });
    const asking = await cli.answering(["interview", "publish", interviewId, "--ask-submitted"], "publish\n");
    expect(asking.stderr).toContain("0 clients submitted and will get the new version too.");
    expect(asking.stdout).toBe("dry: version 2 is published.\n");
    await refused(["interview", "publish", interviewId, "--dry-run"], "dry has no draft.");
  });

  test("is refused without a draft, and when an entry was another kind of question", async () => {
    await refused(["interview", "publish", OWN, "--yes"], "Standard has no draft.");
    await refused(["interview", "publish", NONE, "--yes"], `There is no interview ${NONE}.`);
    await facts("interview", "import", file("one.yaml", salon()), "--publish");
    const other = file("other.yaml", salon("Chairs", "website"));
    const { interviewId } = await facts<Imported>("interview", "import", other);
    await refused(
      ["interview", "publish", interviewId, "--yes"],
      'other uses the entry name "chairs" for another kind of question than before',
    );
    expect(await found(interviewId)).toMatchObject({ version: null, hasDraft: true });
  });
});

test("export refuses an unknown version or draft", async () => {
  await refused(
    ["interview", "export", OWN, "--version", "9"],
    "Standard has no version 9. The newest is 1.",
  );
  await refused(["interview", "export", OWN, "--version", "two"], "Expected the number of a version", 2);
  await refused(["interview", "export", OWN, "--draft"], "Standard has no draft.");
  await refused(["interview", "export", NONE], `There is no interview ${NONE}.`);
  await refused(["client", "add", "Rosa", "--interview", NONE], `There is no interview ${NONE}.`);
});

test("imports and publications are in the audit log", async () => {
  await facts("interview", "import", file("noted.yaml", salon()), "--publish");
  const { storage } = await cli.open();
  const events = await storage.audit.listAll({ limit: 2 });
  await storage.close();
  expect(events).toMatchObject([
    { kind: "interview.published", actor: "operator", detail: "noted, version 1" },
    { kind: "interview.added", actor: "operator", detail: "noted" },
  ]);
});
