import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Interview } from "#contract/interview/interview.ts";
import type { Question } from "#contract/interview/question.ts";
import type { Language } from "#contract/languages.ts";
import { openDatabase } from "../../tests/support/service/opened-database.ts";
import { OWN_INTERVIEW } from "../storage/engine/client-interview.ts";
import type { Storage } from "../storage/storage.ts";
import { definitionsOf } from "./definition.ts";
import { openInterviewBook, watchInterviews } from "./interview-book.ts";
import { publishProvided } from "./publish-provided.ts";

const written = (id: string, title = id): Question => ({
  kind: "free-answer",
  id,
  entry: id,
  title,
  prompt: id,
  sample: id,
});

function interviewOf(...questions: Question[]): Interview {
  return { sections: [{ id: "s", name: "S", minutes: 1, description: "S", questions }] };
}

const TEAM = interviewOf(written("team"));
const FAX = interviewOf(written("team"), written("fax"));
const IN_SPANISH = interviewOf(written("team", "Equipo"));

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-book-"));
  ({ storage } = await openDatabase(join(folder, "firsthand.db")));
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const inLanguages = (...interviews: [Language, Interview][]) => new Map(interviews);
const open = (provided = inLanguages(["en", TEAM])) => openInterviewBook(storage, provided);
let at = 1;
async function publish(...interviews: [Language, Interview][]): Promise<void> {
  const definitions = definitionsOf(new Map(interviews));
  await storage.interviews.publish({ interviewId: OWN_INTERVIEW, body: {}, definitions, at: at++ });
}
const own = (version: number | null) => ({ interviewId: OWN_INTERVIEW, version });

describe("the interview book", () => {
  test("has the provided interviews where nothing is published yet", async () => {
    const book = await open(inLanguages(["es", IN_SPANISH], ["en", TEAM]));
    expect(book.current()).toMatchObject({ number: null, asked: { language: "es", interview: IN_SPANISH } });
    expect(await book.of(own(null))).toBe(book.current());
    // the version of clients who submitted under an earlier release
    expect(await book.of(own(1))).toBe(book.current());
    expect(book.everAsked()).toEqual([]);
  });

  test("has every version, each as one shared object", async () => {
    await publish(["en", TEAM]);
    const book = await open();
    const first = await book.of(own(1));
    await publish(["en", FAX]);
    await book.refresh();
    expect(await book.of(own(1))).toBe(first);
    expect(book.current()).toBe(await book.of(own(2)));
    expect(book.known(own(2)).asked.interview).toEqual(FAX);
  });

  test("finds what another server published since, by version and by hash", async () => {
    const book = await open();
    await publish(["en", TEAM], ["es", IN_SPANISH]);
    const { definitions } = await book.of(own(1));
    expect([...definitions.keys()]).toEqual(["en", "es"]);
    await publish(["en", FAX]);
    const [fax] = definitionsOf(inLanguages(["en", FAX])).values();
    expect(await book.definition(fax?.hash ?? "")).toEqual(fax);
    expect(await book.definition("no-such-hash")).toBeUndefined();
  });

  test("refuses a version that is not stored", async () => {
    await publish(["en", TEAM]);
    const book = await open();
    await expect(book.of(own(7))).rejects.toThrow(`Version 7 of interview ${OWN_INTERVIEW} is not stored`);
    expect(() => book.known(own(7))).toThrow("is not stored");
  });

  test("lists everything ever asked, newest last, in the requested language where it exists", async () => {
    await publish(["en", TEAM], ["es", IN_SPANISH]);
    await publish(["en", FAX]);
    const book = await open();
    expect(book.everAsked()).toEqual([TEAM, FAX]);
    expect(book.everAsked("es")).toEqual([IN_SPANISH, FAX]);
    await publish(["en", TEAM], ["es", IN_SPANISH]);
    await book.refresh();
    expect(book.everAsked()).toEqual([FAX, TEAM]);
  });

  test("finds the interview of a client, and the one for new clients when a client is gone", async () => {
    await publish(["en", TEAM]);
    const book = await open();
    await storage.clients.add({ clientId: "cl_1", name: "Rosa", createdAt: 1, draftKey: "x" }, undefined, []);
    await publish(["en", FAX]);
    expect((await book.ofClient("cl_1")).number).toBe(2);
    expect(await book.ofClient("cl_none")).toBe(book.current());
  });
});

describe("a save", () => {
  const fax = { fax: { responses: [{ content: "Still on." }] } };

  test("can use the names of any version", async () => {
    await publish(["en", FAX]);
    await publish(["en", TEAM]);
    const book = await open();
    expect(await book.readSave(book.current(), fax)).toMatchObject({ success: true });
    const unknown = await book.readSave(book.current(), { pets: fax.fax });
    expect(unknown.error?.issues).toMatchObject([{ code: "unrecognized_keys", keys: ["pets"] }]);
  });

  test("is accepted from a page with a version that this server has not loaded yet", async () => {
    await publish(["en", TEAM]);
    const book = await open();
    const version = book.current();
    await publish(["en", FAX]);
    expect(await book.readSave(version, fax)).toMatchObject({ success: true });
  });
});

test("versions published elsewhere are noticed without a request, and a lost database is logged once", async () => {
  const book = await open();
  const warn = vi.fn();
  const stop = watchInterviews(book, { warn }, 5);
  await publish(["en", FAX]);
  await vi.waitFor(() => expect(book.current().number).toBe(1));
  const list = vi.spyOn(storage.interviews, "list").mockRejectedValue(new Error("away"));
  await vi.waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(2));
  expect(warn).toHaveBeenCalledTimes(1);
  list.mockRestore();
  await publish(["en", TEAM]);
  await vi.waitFor(() => expect(book.current().number).toBe(2));
  stop();
});

describe("the interview that the operator provides", () => {
  const provide = (interview: Interview, isBuiltIn = false) =>
    publishProvided(storage, { interviews: inLanguages(["en", interview]), isBuiltIn }, at++);
  const [name, source] = ["From file", "file"];

  test("becomes the next version of the installation's interview when it differs", async () => {
    await provide(TEAM, true);
    await provide(TEAM, true);
    expect(await storage.interviews.list()).toMatchObject([{ name: "Standard", currentVersion: 1 }]);
    await provide(FAX);
    expect(await storage.interviews.list()).toMatchObject([{ name, source, currentVersion: 2 }]);
    expect(await storage.interviews.loadBody(OWN_INTERVIEW, 2)).toEqual({
      format: 1,
      languages: ["en"],
      ...FAX,
    });
  });

  test("is refused where it uses an entry for another kind of question", async () => {
    await provide(TEAM);
    const other = interviewOf({ ...written("team"), kind: "website" } as Question);
    await expect(provide(other)).rejects.toThrow('The interview uses the entry name "team" for another kind');
  });
});
