import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOTE_MAX_LENGTH, type Note, type Notes } from "#contract/manage/notes.ts";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../../support/data/console-caller.ts";
import { written } from "../../support/data/written.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

const SECRET = "Kanarienvogel";

let service: Service;
let mia: ConsoleCaller;
let admin: ConsoleCaller;
let client: { clientId: string; token: string };
beforeAll(async () => {
  service = await startService();
  mia = await consoleCaller(service);
  admin = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());
beforeEach(async () => {
  client = await signInClientOf(service, mia);
});

const path = (noteId?: string) => `/clients/${client.clientId}/notes${noteId ? `/${noteId}` : ""}`;
const notes = async (manager = mia) => (await manager.read<Notes>(path())).notes;
const add = (text: unknown, manager = mia) => manager.call("POST", path(), { text });
async function added(text = "Calls back on Mondays.", manager = mia): Promise<Note> {
  expect((await add(text, manager)).status).toBe(200);
  const note = (await notes()).find((each) => each.text === text);
  if (!note) throw new Error("The note that was added is not there");
  return note;
}

test("each manager who can see the client reads a note, with its author and time", async () => {
  await added("  Calls back on Mondays.\n\nNever before ten.\n ".trim());
  const at = new Date(service.time.now).toISOString();
  expect(await notes(admin)).toEqual([
    {
      noteId: expect.stringMatching(/^nt_/),
      managerId: mia.managerId,
      managerName: mia.name,
      text: "Calls back on Mondays.\n\nNever before ten.",
      version: 1,
      addedAt: at,
      changedAt: null,
    },
  ]);
});

test("only its author can change a note, and an administrator can delete it", async () => {
  const { noteId } = await added();
  const change = { text: "On Tuesdays.", version: 1 };
  await expectFailure(await admin.call("PUT", path(noteId), change), "FORBIDDEN");
  expect((await mia.call("PUT", path(noteId), change)).status).toBe(200);
  const theirs = await added("From above.", admin);
  await expectFailure(await mia.call("DELETE", path(theirs.noteId), { version: 1 }), "FORBIDDEN");
  expect((await admin.call("DELETE", path(noteId), { version: 2 })).status).toBe(200);
  expect((await notes()).map(({ text }) => text)).toEqual(["From above."]);
});

test("a manager who read an earlier version gets a conflict, and nothing is overwritten", async () => {
  const { noteId } = await added();
  await mia.send("PUT", path(noteId), { text: "On Tuesdays.", version: 1 });
  await expectFailure(
    await mia.call("PUT", path(noteId), { text: "On Fridays.", version: 1 }),
    "NOTE_CHANGED",
  );
  await expectFailure(await mia.call("DELETE", path(noteId), { version: 1 }), "NOTE_CHANGED");
  expect(await notes()).toMatchObject([{ text: "On Tuesdays.", version: 2 }]);
});

test.each([
  ["no text", undefined],
  ["an empty one", ""],
  ["one that nobody can see", " \n\u200b\u202e"],
  ["half a character", "\ud83d"],
  ["one that is too long", "x".repeat(NOTE_MAX_LENGTH + 1)],
  ["a number", 7],
])("%s is refused, and nothing is stored", async (_, text) => {
  await expectFailure(await add(text), "VALIDATION_ERROR");
  expect(await notes()).toEqual([]);
});

test("a note that does not exist, or belongs to another client, cannot be changed or deleted", async () => {
  const { noteId } = await added();
  const other = await mia.send<{ clientId: string }>("POST", "/clients", { name: "Ben's Bikes" });
  for (const address of [path("nt_none"), `/clients/${other.clientId}/notes/${noteId}`]) {
    await expectFailure(await mia.call("PUT", address, { text: "x", version: 1 }), "NOT_FOUND");
    await expectFailure(await mia.call("DELETE", address, { version: 1 }), "NOT_FOUND");
  }
  expect(await notes()).toHaveLength(1);
});

describe("the words of a note are", () => {
  test("in no answer that a client can get", async () => {
    await added(`Likes a ${SECRET}.`);
    const { token } = client;
    await service.call("PUT", "/v1/onboarding", { token, body: { data: written("By radio.") } });
    const asked = ["/v1/onboarding", "/v1/onboarding/status", "/v1/onboarding/follow-ups", "/v1/interview"];
    for (const address of asked) {
      const response = await service.call("GET", address, { token });
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain(SECRET);
    }
    await expectFailure(await service.call("GET", `/v1/manage${path()}`, { token }), "UNAUTHORIZED");
  });

  test("in no brief, export, audit line, list of mails or log", async () => {
    const { noteId } = await added(`Likes a ${SECRET}.`);
    await mia.send("PUT", path(noteId), { text: `Liked a ${SECRET}.`, version: 1 });
    const clientPath = `/clients/${client.clientId}`;
    const names = [
      "brief?format=md",
      "brief?format=html",
      "brief?format=json",
      "threads",
      "record",
      "history",
    ];
    for (const name of names) expect(await textOf(`${clientPath}/${name}`)).not.toContain(SECRET);
    for (const address of ["/export?format=json", "/export?format=csv", "/mails", "/overview"])
      expect(await textOf(address)).not.toContain(SECRET);
    expect(JSON.stringify(await admin.read("/audit"))).toContain(noteId);
    expect(JSON.stringify(await admin.read("/audit"))).not.toContain(SECRET);
    expect(service.logLines.join()).not.toContain(SECRET);
  });
});

async function textOf(address: string): Promise<string> {
  const response = await mia.call("GET", address);
  expect([address, response.status]).toEqual([address, 200]);
  return response.text();
}
