import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  TAKE_KEPT_NEVER_NAMED_MS,
  TAKE_KEPT_UNNAMED_MS,
  TAKE_MAX_BYTES,
  TAKES_PER_CLIENT_MAX,
  TAKES_PER_CLIENT_MAX_BYTES,
} from "#contract/limits.ts";
import { dropTake, sweepTakes } from "../../takes/drop-take.ts";
import type { Engine } from "../engine/engine.ts";
import type { Tables } from "../engine/schema.ts";
import { aClient, aKey, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import { type AudioStore, databaseAudio } from "./audio.ts";
import type { ReceivedPart } from "./take-parts.ts";
import type { CloseCommand } from "./takes.ts";

const A_TAKE = { clientId: "cl_1", takeId: "take-1" };
const OTHERS = { clientId: "cl_2", takeId: "take-1" };

export function takeSuite(open: () => Promise<OpenedStorage>): void {
  let engine: Engine;
  let storage: Storage;
  let audio: AudioStore;
  beforeEach(async () => {
    const opened = await open();
    ({ engine, storage } = opened);
    audio = databaseAudio(engine, opened.seals);
    await storage.clients.add(aClient(), aKey(), []);
    await storage.clients.add(aClient("cl_2"), aKey("KEY02", "cl_2"), []);
  });
  afterEach(() => storage.close());

  const receive = (part: number, text: string, more: Partial<ReceivedPart> = {}) =>
    storage.takes.receivePart(aPart(part, text, more));
  const close = (more: Partial<CloseCommand> = {}) => storage.takes.close(aClosing(more));
  const state = async (name = A_TAKE) => (await storage.takes.find(name))?.state;
  const setTake = (values: Partial<Tables["takes"]>) =>
    engine.write((db) => db.updateTable("takes").set(values).where("client_id", "=", "cl_1").execute());
  const takeRows = () => engine.read((db) => db.selectFrom("takes").selectAll().execute());
  const jobs = () => engine.read((db) => db.selectFrom("jobs").selectAll().execute());
  const rowsLeft = () =>
    engine.read(async (db) => [
      ...(await db.selectFrom("takes").select("take_id").execute()),
      ...(await db.selectFrom("take_parts").select("part").execute()),
      ...(await db.selectFrom("audio_pieces").select("piece").execute()),
    ]);
  const bodies = async (name = A_TAKE) => {
    const texts: string[] = [];
    for await (const body of storage.takes.readParts(name)) texts.push(Buffer.from(body).toString());
    return texts;
  };
  /** Saves a record whose answer names the take and has this content. */
  const saveNaming = (content: string | undefined, at = NOW) =>
    storage.records.save(aSave("", { at, compose: () => naming(A_TAKE.takeId, content) }));
  const dropTime = async () => (await takeRows())[0]?.drop_at;

  describe("a part", () => {
    test("is stored with its take, only for its client, and read back in order", async () => {
      expect(await receive(1, "one")).toBeUndefined();
      expect(await receive(0, "zero")).toBeUndefined();
      expect(await storage.takes.find(A_TAKE)).toEqual({
        ...A_TAKE,
        state: "receiving",
        parts: [0, 1],
        question: null,
        durationMs: null,
        transcript: null,
      });
      expect(await bodies()).toEqual(["zero", "one"]);
      expect(await storage.takes.find(OTHERS)).toBeUndefined();
      expect(await bodies(OTHERS)).toEqual([]);
    });

    test("is encrypted, and counts with the bytes that were sent", async () => {
      await receive(0, "zero");
      const [stored] = await engine.read((db) => db.selectFrom("take_parts").select("body").execute());
      expect(Buffer.from(stored?.body ?? []).includes("zero")).toBe(false);
      expect([await bodies(), (await takeRows())[0]?.bytes]).toEqual([["zero"], 4]);
      const seen: string[] = [];
      await close({ beginsAsAudio: (first) => seen.push(Buffer.from(first).toString()) > 0 });
      expect(seen).toEqual(["zero"]);
    });

    test("that is sent again is the same, and a different one with its number is refused", async () => {
      await receive(0, "zero");
      expect(await receive(0, "zero")).toBeUndefined();
      expect(await receive(0, "other")).toBe("TAKE_MISMATCH");
      expect(await bodies()).toEqual(["zero"]);
      expect((await takeRows())[0]?.bytes).toBe(4);
    });

    test("of the same name belongs to another client separately", async () => {
      await receive(0, "mine");
      expect(await receive(0, "theirs", OTHERS)).toBeUndefined();
      expect(await bodies()).toEqual(["mine"]);
      expect(await bodies(OTHERS)).toEqual(["theirs"]);
    });

    test("that comes first must begin as audio: 0, or 1 where there is no 0", async () => {
      const isNoise = { beginsAsAudio: false };
      expect(await receive(0, "text", isNoise)).toBe("TAKE_NOT_AUDIO");
      expect(await receive(1, "text", isNoise)).toBe("TAKE_NOT_AUDIO");
      expect(await takeRows()).toEqual([]);
      await receive(0, "sound");
      expect(await receive(1, "goes on", isNoise)).toBeUndefined();
      expect(await receive(2, "and on", isNoise)).toBeUndefined();
    });

    test("beyond the maximum size of a take is refused", async () => {
      await receive(0, "zero");
      await setTake({ bytes: TAKE_MAX_BYTES - 3 });
      expect(await receive(1, "four")).toBe("TAKE_TOO_LARGE");
      expect(await receive(1, "few")).toBeUndefined();
    });

    test("of one take more than a client can have is refused, as are more bytes", async () => {
      for (let take = 0; take < TAKES_PER_CLIENT_MAX; take++)
        await receive(0, "x", { takeId: `take-${take}` });
      expect(await receive(0, "x", { takeId: "one-more" })).toBe("TAKE_QUOTA");
      expect(await receive(1, "x", { takeId: "take-7" })).toBeUndefined();
      expect(await receive(0, "x", OTHERS)).toBeUndefined();
      await setTake({ bytes: Math.ceil(TAKES_PER_CLIENT_MAX_BYTES / TAKES_PER_CLIENT_MAX) });
      expect(await receive(2, "x", { takeId: "take-7" })).toBe("TAKE_QUOTA");
    });

    test("of a client who does not exist is refused", async () => {
      await expect(receive(0, "x", { clientId: "cl_none" })).rejects.toThrow();
    });
  });

  describe("closing a take", () => {
    test("makes one job for the take, and the same request again is accepted", async () => {
      await receive(0, "zero");
      expect(await close()).toEqual({ kind: "closed" });
      expect(await close()).toEqual({ kind: "closed" });
      expect(await storage.takes.find(A_TAKE)).toMatchObject({ state: "queued", parts: [], question: "q" });
      const [job, ...more] = await jobs();
      expect(more).toEqual([]);
      expect(job).toMatchObject({
        kind: "transcribe-take",
        dedupe_key: "transcribe-take:cl_1/take-1",
        payload: '{"clientId":"cl_1","takeId":"take-1"}',
        next_at: NOW,
      });
    });

    test("with different values, or after a refusal, is not done", async () => {
      await receive(0, "zero");
      await close();
      expect(await close({ closingHash: "other" })).toEqual({ kind: "in-use" });
      await receive(0, "junk", { takeId: "take-2" });
      const refused = { takeId: "take-2", beginsAsAudio: () => false };
      expect(await close(refused)).toEqual({ kind: "refused" });
      expect(await state({ ...A_TAKE, takeId: "take-2" })).toBe("refused");
      expect(await close({ takeId: "take-2" })).toEqual({ kind: "in-use" });
      expect(await jobs()).toHaveLength(1);
    });

    test("lists the parts that have arrived where some are missing", async () => {
      await receive(0, "zero");
      await receive(2, "two");
      expect(await close({ isWhole: (parts) => parts.length === 3 })).toEqual({
        kind: "incomplete",
        parts: [0, 2],
      });
      expect([await state(), await jobs()]).toEqual(["receiving", []]);
    });

    test("checks the first part as it is stored", async () => {
      await receive(1, "one");
      await receive(0, "zero");
      const seen: string[] = [];
      await close({ beginsAsAudio: (first) => seen.push(Buffer.from(first).toString()) > 0 });
      expect(seen).toEqual(["zero"]);
    });

    test("reports an unknown take as missing, also another client's", async () => {
      await receive(0, "zero");
      expect(await close(OTHERS)).toEqual({ kind: "missing" });
      expect(await close({ takeId: "take-2" })).toEqual({ kind: "missing" });
    });

    test("accepts no further part, only the same part again", async () => {
      await receive(0, "zero");
      await close();
      expect(await receive(1, "one")).toBe("TAKE_IN_USE");
      expect(await receive(0, "other")).toBe("TAKE_IN_USE");
      expect(await receive(0, "zero")).toBeUndefined();
    });
  });

  test("a failed take waits again with a job, and any other take stays unchanged", async () => {
    await receive(0, "zero");
    expect(await storage.takes.requeue(A_TAKE, ["failed"], NOW)).toBe("receiving");
    await setTake({ state: "silent" });
    expect(await storage.takes.requeue(A_TAKE, ["failed"], NOW)).toBe("silent");
    expect(await jobs()).toEqual([]);
    await setTake({ state: "failed" });
    expect(await storage.takes.requeue(A_TAKE, ["failed"], NOW + 5)).toBe("failed");
    expect(await state()).toBe("queued");
    expect(await jobs()).toMatchObject([{ dedupe_key: "transcribe-take:cl_1/take-1", next_at: NOW + 5 }]);
    expect(await storage.takes.requeue(OTHERS, ["failed"], NOW)).toBeUndefined();
  });

  describe("the record decides which takes are named:", () => {
    test("a take that was never named is kept for seven days", async () => {
      await receive(0, "zero");
      expect(await dropTime()).toBe(NOW + TAKE_KEPT_NEVER_NAMED_MS);
      await saveNaming(undefined);
      expect(await dropTime()).toBe(NOW + TAKE_KEPT_NEVER_NAMED_MS);
    });

    test("a take that was named before it arrived stays", async () => {
      await saveNaming("");
      await receive(0, "zero");
      expect(await dropTime()).toBeNull();
    });

    test("a named take stays, an unnamed one is kept for an hour, and naming it again cancels that", async () => {
      await receive(0, "zero");
      await saveNaming("words");
      expect(await dropTime()).toBeNull();
      await saveNaming(undefined, NOW + 1_000);
      expect(await dropTime()).toBe(NOW + 1_000 + TAKE_KEPT_UNNAMED_MS);
      await storage.records.save(aSave("something else", { at: NOW + 2_000 }));
      expect(await dropTime()).toBe(NOW + 1_000 + TAKE_KEPT_UNNAMED_MS);
      await saveNaming("words", NOW + 3_000);
      expect(await dropTime()).toBeNull();
    });

    test("a restored revision names it again", async () => {
      await receive(0, "zero");
      await saveNaming("words");
      await storage.records.save(aSave("without"));
      const restoring = { clientId: "cl_1", revision: 1, at: NOW, compose: () => naming("take-1", "words") };
      await storage.records.restore(restoring, []);
      expect(await dropTime()).toBeNull();
    });

    test("a text answer with that id does not name it, nor does another client's record", async () => {
      await receive(0, "zero");
      const asText = naming("take-1", "words", "text");
      await storage.records.save(aSave("", { compose: () => asText }));
      await storage.records.save(aSave("", { clientId: "cl_2", compose: () => naming("take-1", "words") }));
      expect(await dropTime()).not.toBeNull();
    });

    test("a save that brings the answer after its transcript adds the job again", async () => {
      await receive(0, "zero");
      await setTake({ state: "transcribed" });
      await saveNaming("words of the client's");
      expect(await jobs()).toEqual([]);
      await saveNaming("", NOW + 1);
      expect(await jobs()).toMatchObject([{ dedupe_key: "transcribe-take:cl_1/take-1", next_at: NOW + 1 }]);
    });
  });

  describe("the sweep", () => {
    const sweep = (now: number) => sweepTakes({ storage, audio }, now);

    test("lists takes that are due at once in the order of their names", async () => {
      const names = [OTHERS, { ...A_TAKE, takeId: "take-2" }, A_TAKE];
      for (const name of names) await receive(0, "zero", name);
      const due = await storage.takes.listDue(NOW + TAKE_KEPT_NEVER_NAMED_MS, 2);
      expect(due).toEqual([A_TAKE, { ...A_TAKE, takeId: "take-2" }]);
    });

    test("deletes a due take with all its bytes, and no earlier, and writes to the audit trail", async () => {
      for (let part = 0; part < 40; part++) await receive(part, `part ${part}`);
      await audio.put(A_TAKE, Buffer.alloc(700_000, 1));
      await sweep(NOW + TAKE_KEPT_NEVER_NAMED_MS - 1);
      expect(await state()).toBe("receiving");
      await sweep(NOW + TAKE_KEPT_NEVER_NAMED_MS);
      expect(await rowsLeft()).toEqual([]);
      expect(await storage.audit.list("cl_1")).toEqual([
        {
          at: NOW + TAKE_KEPT_NEVER_NAMED_MS,
          kind: "take.dropped",
          actor: "nobody",
          clientId: "cl_1",
          detail: "take-1",
        },
      ]);
    });

    test("keeps what the record names, whatever its time, and ends", async () => {
      await receive(0, "zero");
      await saveNaming("");
      await setTake({ drop_at: NOW });
      await sweep(NOW + 1);
      expect([await state(), await dropTime()]).toEqual(["receiving", null]);
    });

    test("deletes hundreds of takes, and leaves those of other clients", async () => {
      for (let take = 0; take < 100; take++) await receive(0, "x", { takeId: `take-${take}` });
      await receive(0, "x", { ...OTHERS, at: NOW + 1 });
      await sweep(NOW + TAKE_KEPT_NEVER_NAMED_MS);
      expect((await takeRows()).map(({ client_id }) => client_id)).toEqual(["cl_2"]);
    });

    test("finishes a deletion that a crash interrupted, which was already hidden", async () => {
      await receive(0, "zero");
      await audio.put(A_TAKE, Buffer.alloc(10, 1));
      await storage.takes.softDelete({ ...A_TAKE, at: NOW, onlyIfDue: false }, []);
      expect(await storage.takes.find(A_TAKE)).toBeUndefined();
      expect(await receive(0, "zero")).toBe("TAKE_IN_USE");
      await saveNaming("");
      await sweep(NOW);
      expect(await rowsLeft()).toEqual([]);
    });
  });

  describe("deleting a take at once", () => {
    const drop = (name = A_TAKE) =>
      dropTake(
        { storage, audio },
        { ...name, at: NOW, onlyIfDue: false },
        { at: NOW, kind: "take.deleted", actor: "cl_1", clientId: "cl_1" },
      );

    test("removes every byte", async () => {
      await receive(0, "zero");
      expect(await drop()).toBe("condemned");
      expect(await rowsLeft()).toEqual([]);
      expect((await storage.audit.list("cl_1")).map(({ kind }) => kind)).toEqual(["take.deleted"]);
    });

    test("is not done if the record names the take, or if the take does not exist", async () => {
      await receive(0, "zero");
      await saveNaming("words");
      expect(await drop()).toBe("kept");
      expect(await drop(OTHERS)).toBe("missing");
      expect(await state()).toBe("receiving");
      expect(await storage.audit.list("cl_1")).toEqual([]);
    });
  });
}

function aPart(part: number, text: string, more: Partial<ReceivedPart> = {}): ReceivedPart {
  const body = Buffer.from(text);
  const sha256 = createHash("sha256").update(body).digest("hex");
  return { ...A_TAKE, part, body, sha256, beginsAsAudio: true, at: NOW, ...more };
}

function aClosing(more: Partial<CloseCommand>): CloseCommand {
  const said = { question: "q", mimeType: "audio/webm", closingHash: "hash", at: NOW };
  return { ...A_TAKE, ...said, isWhole: () => true, beginsAsAudio: () => true, ...more };
}

/** A record with one answer that has this id and content, or without an answer. */
function naming(id: string, content: string | undefined, type: "audio" | "text" = "audio") {
  const responses = content === undefined ? [] : [{ type, id, content, timestamp: "" }];
  const composed = aSave("").compose(undefined);
  return { ...composed, record: { answers: { section: "s", question: "q", responses } } };
}
