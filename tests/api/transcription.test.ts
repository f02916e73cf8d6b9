import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WrittenEntry } from "#contract/interview/kinds/free-answer.ts";
import { transcriptionJob } from "../../server/storage/takes/take-references.ts";
import { recordedBy, recorders, SPOKEN, shareOfWords, WEBKITGTK_FILE } from "../support/data/spoken-take.ts";
import { written } from "../support/data/written.ts";
import { type TranscribingService, transcribingService } from "../support/service/transcribing-service.ts";

/** The whole way with real parts: ffmpeg, a speech engine and the database. */

const WORDS_AT_LEAST = 0.8;
const POCKETSPHINX = ["pocketsphinx_continuous", "-infile", "{wav}", "-logfn", "/dev/null"];

let service: TranscribingService;
beforeAll(async () => {
  service = await transcribingService({
    env: {
      FIRSTHAND_TRANSCRIBER: "command",
      FIRSTHAND_TRANSCRIBER_COMMAND: JSON.stringify(POCKETSPHINX),
    },
  });
});
afterAll(() => service.close());

/** A client whose record names the recording, as the device saves it. */
async function clientNaming(takeId: string) {
  const client = await service.signIn();
  await save(client, takeId, "");
  return client;
}
const save = ({ token }: { token: string }, takeId: string, content: string) =>
  service.call("PUT", "/v1/onboarding", {
    token,
    body: { data: written(content, { type: "audio", id: takeId, timestamp: "2026-03-01T12:00:00.000Z" }) },
  });
async function answerOf(clientId: string) {
  const { record, revision } = (await service.storage.records.load(clientId)) ?? {};
  const entry = record?.["customer-acquisition"] as WrittenEntry | undefined;
  return { ...entry?.responses[0], revision };
}

describe("a take becomes words in the client's record:", () => {
  test.each(recorders)("%s", async (recorder) => {
    const takeId = crypto.randomUUID();
    const client = await clientNaming(takeId);
    const name = await service.queueTake(client.clientId, recordedBy(recorder), takeId);
    const take = await service.settled(name);
    expect(take.state).toBe("transcribed");
    expect(shareOfWords(take.transcript ?? "")).toBeGreaterThanOrEqual(WORDS_AT_LEAST);
    expect(Math.abs((take.durationMs ?? 0) - 3_995)).toBeLessThan(150);
    const { content, type, revision } = await answerOf(client.clientId);
    expect({ content, type, revision }).toEqual({ content: take.transcript, type: "audio", revision: 2 });
  });

  test("its copy can be played by every browser, and its parts are deleted", async () => {
    const { clientId } = await service.signIn();
    const name = await service.queueTake(clientId, recordedBy("webm"));
    await service.settled(name);
    const size = (await service.audio.size(name)) ?? 0;
    const pieces: Uint8Array[] = [];
    for await (const piece of service.audio.read(name, { first: 0, last: size - 1 })) pieces.push(piece);
    const copy = Buffer.concat(pieces);
    expect(copy.toString("latin1", 4, 8)).toBe("ftyp");
    // the index comes first, so that a player starts before it has the whole file
    expect(copy.indexOf("moov")).toBeLessThan(copy.indexOf("mdat"));
    expect(copy.indexOf("mp4a")).toBeGreaterThan(0);
    expect((await service.storage.takes.list(clientId))[0]?.bytes).toBe(size);
    for await (const _part of service.storage.takes.readParts(name)) throw new Error("A part is still there");
  });

  test("a take of WebKitGTK, which ends with a header written twice, keeps its end", async () => {
    const { clientId } = await service.signIn();
    const name = await service.queueTake(clientId, readFileSync(WEBKITGTK_FILE));
    const { durationMs } = await service.settled(name);
    expect(Math.abs((durationMs ?? 0) - 3_153)).toBeLessThan(150);
  });

  test("where the answer comes later, its save adds the words without another call to the engine", async () => {
    const client = await service.signIn();
    const name = await service.queueTake(client.clientId, recordedBy("ogg"));
    const { transcript } = await service.settled(name);
    expect(await answerOf(client.clientId)).toEqual({ revision: undefined });
    await save(client, name.takeId, "");
    await service.storage.jobs.add(transcriptionJob(name, service.time.now));
    service.worker.wake();
    const began = performance.now();
    await expect.poll(async () => (await answerOf(client.clientId)).content).toBe(transcript);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test("words that the client entered meanwhile stay", async () => {
    const takeId = crypto.randomUUID();
    const client = await clientNaming(takeId);
    await save(client, takeId, "my own words");
    await service.settled(await service.queueTake(client.clientId, recordedBy("webm"), takeId));
    expect(await answerOf(client.clientId)).toMatchObject({ content: "my own words", revision: 2 });
  });
});

test("no spoken words are in the log, and nothing is left in the data folder", async () => {
  const { clientId } = await service.signIn();
  await service.settled(await service.queueTake(clientId, recordedBy("webm")));
  const log = service.logLines.join("");
  expect(log).toContain('"state":"transcribed"');
  for (const word of SPOKEN.split(" ").filter((text) => text.length > 4)) expect(log).not.toContain(word);
  await expect.poll(() => readdirSync(service.folder).filter((name) => name.startsWith("work-"))).toEqual([]);
});
