import { createHash, randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TAKE_KEPT_UNNAMED_MS, TAKE_PART_MAX_BYTES } from "#contract/limits.ts";
import { sweepTakes } from "../../server/takes/drop-take.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import {
  closing,
  partsOf,
  recording,
  sendTake,
  settleTakes,
  type TakeCalls,
  takeCalls,
  takeIn,
  takeRows,
} from "../support/data/takes.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
let token: string;
let clientId: string;
let take: TakeCalls;
beforeEach(async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "0" } });
  ({ token, clientId } = await service.signIn());
  take = takeCalls(service, token);
});
afterEach(() => service.close());

/** Saves a record whose only answer is the recording's, or a record without answers. */
async function saveNaming(content?: string): Promise<void> {
  const responses = content === undefined ? [] : [{ type: "audio", id: take.takeId, content }];
  const data = { "customer-acquisition": { responses } };
  expect((await service.call("PUT", "/v1/onboarding", { token, body: { data } })).status).toBe(200);
}

describe("a take", () => {
  test("is sent in parts, closed, and waits for its transcript", async () => {
    const sound = recording(3 * TAKE_PART_MAX_BYTES - 5);
    const parts = partsOf(sound);
    for (const [number, part] of parts.entries()) {
      const sent = await take.sendPart(number, part);
      const sha256 = createHash("sha256").update(part).digest("hex");
      expect([sent.status, await sent.json()]).toEqual([200, { data: { sha256 } }]);
    }
    expect(await takeIn(await take.find())).toEqual({
      takeId: take.takeId,
      state: "receiving",
      parts: [0, 1, 2],
      question: null,
      durationMs: null,
      transcript: null,
      isPlayable: false,
    });
    const closed = await take.close(closing(3));
    expect(closed.status).toBe(200);
    const waiting = { state: "queued", parts: [], question: "customer-acquisition", isPlayable: false };
    expect(await takeIn(closed)).toMatchObject(waiting);
    expect(await takeIn(await take.find())).toMatchObject(waiting);
    expect(takeRows(service).jobs).toEqual([`transcribe-take:${clientId}/${take.takeId}`]);
  });

  test("has its transcript once there is one", async () => {
    await sendTake(take);
    settleTakes(service, "transcribed", "Word of mouth — mostly 👍");
    expect(await takeIn(await take.find())).toMatchObject({
      state: "transcribed",
      transcript: "Word of mouth — mostly 👍",
      durationMs: 1234,
    });
  });

  test("can also answer the remarks below the tools", async () => {
    await take.sendPart(0, recording(10_000));
    expect((await take.close(closing(1, { question: "current-tools" }))).status).toBe(200);
  });

  test("with parts numbered from 1 works too", async () => {
    for (const number of [1, 2]) await take.sendPart(number, recording(number * 1_000));
    expect((await take.close(closing(2))).status).toBe(200);
  });
});

describe("sending again", () => {
  test("the same part is accepted, before and after closing", async () => {
    const part = recording(1_000);
    await take.sendPart(0, part);
    expect((await take.sendPart(0, part, { "content-type": "audio/ogg" })).status).toBe(200);
    await take.close(closing(1));
    expect((await take.sendPart(0, part)).status).toBe(200);
    expect(takeRows(service)).toMatchObject({ takes: 1, parts: 1 });
  });

  test("a part with different content is refused, and the stored one stays", async () => {
    await take.sendPart(0, recording(1_000));
    await expectFailure(await take.sendPart(0, recording(1_001)), "TAKE_MISMATCH");
    expect((await take.sendPart(0, recording(1_000))).status).toBe(200);
  });

  test("a part 20 times at once stores one part", async () => {
    const sent = await Promise.all(Array.from({ length: 20 }, () => take.sendPart(0, recording(9_000))));
    expect(sent.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(takeRows(service)).toMatchObject({ takes: 1, parts: 1 });
  });

  test("the same closing request is accepted, also after transcription, and a different one is refused", async () => {
    await take.sendPart(0, recording(1_000));
    const closings = await Promise.all(Array.from({ length: 20 }, () => take.close(closing(1))));
    expect(closings.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(takeRows(service).jobs).toHaveLength(1);
    settleTakes(service, "transcribed", "words");
    expect(await takeIn(await take.close(closing(1)))).toMatchObject({ state: "transcribed" });
    for (const other of [
      { durationMs: 1 },
      { mimeType: "audio/ogg" },
      { question: "booking-process" },
      { parts: 2 },
    ]) {
      await expectFailure(await take.close(closing(1, other)), "TAKE_IN_USE");
    }
  });

  test("after closing adds no part", async () => {
    await sendTake(take);
    await expectFailure(await take.sendPart(1, recording(1_000)), "TAKE_IN_USE");
    await expectFailure(await take.sendPart(0, recording(2_000)), "TAKE_IN_USE");
  });
});

describe("closing names what is missing:", () => {
  test.each<[string, number[], number, string[]]>([
    ["a gap", [0, 2], 3, ["Part 1 is missing"]],
    ["the end", [0, 1], 4, ["Part 2 is missing", "Part 3 is missing"]],
    ["a gap when numbered from 1", [1, 3], 3, ["Part 2 is missing"]],
    ["the beginning", [2], 2, ["Part 1 is missing"]],
    ["one part more than was said", [0, 1, 2], 2, ["There are 3 parts here"]],
  ])("%s", async (_, numbers, count, messages) => {
    for (const number of numbers) await take.sendPart(number, recording(1_000 + number));
    const { details } = await expectFailure(await take.close(closing(count)), "VALIDATION_ERROR");
    expect(details).toEqual(messages.map((message) => ({ path: "parts", message })));
    expect(await takeIn(await take.find())).toMatchObject({ state: "receiving", parts: numbers });
    expect(takeRows(service).jobs).toEqual([]);
  });

  test("a question that is not asked, or accepts no spoken answer", async () => {
    await take.sendPart(0, recording(1_000));
    for (const question of ["no-such-question", "website-info", "constructor"]) {
      const { details } = await expectFailure(await take.close(closing(1, { question })), "VALIDATION_ERROR");
      expect(details?.map(({ path }) => path)).toEqual(["question"]);
    }
  });
});

describe("the copy of a take", () => {
  const sound = recording(600_000);
  beforeEach(async () => {
    await sendTake(take);
    await expectFailure(await take.hear(), "NOT_FOUND");
    await service.audio.put({ clientId, takeId: take.takeId }, sound);
  });

  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

  test("is played whole, within the page", async () => {
    const response = await take.hear();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "audio/mp4",
      "content-length": "600000",
      "content-disposition": "inline",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect((await bytes(response)).equals(sound)).toBe(true);
    expect(await takeIn(await take.find())).toMatchObject({ isPlayable: true });
  });

  test.each([
    ["bytes=0-1", 0, 2],
    ["bytes=262140-262150", 262_140, 262_151],
    ["bytes=599999-", 599_999, 600_000],
    ["bytes=-100", 599_900, 600_000],
    ["bytes=500000-999999", 500_000, 600_000],
  ])("is played in part: %s", async (range, start, end) => {
    const response = await take.hear({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/600000`);
    expect((await bytes(response)).equals(sound.subarray(start, end))).toBe(true);
  });

  test("beyond its end is refused with its size", async () => {
    const response = await take.hear({ range: "bytes=600000-" });
    expect(response.headers.get("content-range")).toBe("bytes */600000");
    await expectFailure(response, "RANGE_NOT_SATISFIABLE");
  });

  test("is played in part only for a caller with exactly that copy", async () => {
    const etag = (await take.hear({ range: "bytes=0-0" })).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    const asked = async (tag: string) => (await take.hear({ range: "bytes=0-9", "if-range": tag })).status;
    expect([await asked(etag), await asked('"another"'), await asked(`W/${etag}`)]).toEqual([206, 200, 200]);
  });

  test("is described without being sent", async () => {
    const response = await take.hear({ range: "bytes=0-9" }, "HEAD");
    expect([response.status, response.headers.get("content-length")]).toEqual([200, "600000"]);
    expect(await response.text()).toBe("");
  });
});

describe("deleting", () => {
  test("removes a take that no answer names, at once, and writes to the audit trail", async () => {
    await sendTake(take);
    await service.audio.put({ clientId, takeId: take.takeId }, recording(600_000));
    expect((await take.drop()).status).toBe(200);
    expect(takeRows(service)).toMatchObject({ takes: 0, parts: 0, pieces: 0 });
    await expectFailure(await take.find(), "NOT_FOUND");
    await expectFailure(await take.hear(), "NOT_FOUND");
    await expectFailure(await take.drop(), "NOT_FOUND");
    const events = auditTrail(service).filter(({ kind }) => kind === "take.deleted");
    expect(events).toMatchObject([{ actor: clientId, client_id: clientId, detail: take.takeId }]);
  });

  test("leaves a take that an answer names, also one that came after the answer", async () => {
    await saveNaming("");
    await sendTake(take);
    await expectFailure(await take.drop(), "TAKE_IN_USE");
    await saveNaming();
    expect((await take.drop()).status).toBe(200);
  });

  test("happens automatically an hour after the last answer that named the take was removed", async () => {
    await sendTake(take);
    await saveNaming("");
    await saveNaming();
    const left = service.time.now;
    await sweepTakes(service, left + TAKE_KEPT_UNNAMED_MS - 1);
    expect((await take.find()).status).toBe(200);
    await sweepTakes(service, left + TAKE_KEPT_UNNAMED_MS);
    expect(takeRows(service)).toMatchObject({ takes: 0, parts: 0 });
  });

  test("is canceled by an answer that names the take again", async () => {
    await sendTake(take);
    for (const content of ["", undefined, ""]) await saveNaming(content);
    await sweepTakes(service, service.time.now + 100 * TAKE_KEPT_UNNAMED_MS);
    expect((await take.find()).status).toBe(200);
  });
});

test("a save that brings the answer after its transcript adds the job again", async () => {
  await sendTake(take);
  settleTakes(service, "transcribed", "words");
  await saveNaming("");
  expect(takeRows(service).jobs).toEqual([`transcribe-take:${clientId}/${take.takeId}`]);
});

describe("a transcription is retried", () => {
  test("where it failed", async () => {
    await sendTake(take);
    settleTakes(service, "failed");
    expect(await takeIn(await take.retry())).toMatchObject({ state: "queued" });
    expect(takeRows(service).jobs).toHaveLength(1);
    expect(await takeIn(await take.retry())).toMatchObject({ state: "queued" });
    expect(takeRows(service).jobs).toHaveLength(1);
  });

  test("but not where it succeeded, or cannot succeed", async () => {
    await take.sendPart(0, recording(1_000));
    await expectFailure(await take.retry(), "TAKE_IN_USE");
    for (const state of ["silent", "not-transcribed", "refused"] as const) {
      settleTakes(service, state);
      await expectFailure(await take.retry(), "TAKE_IN_USE");
    }
    settleTakes(service, "transcribed", "words");
    expect(await takeIn(await take.retry())).toMatchObject({ state: "transcribed" });
    expect(takeRows(service).jobs).toEqual([]);
  });
});

test("the worker is woken only by a take that waits for it", async () => {
  const woken: string[] = [];
  const { storage, audio, secrets } = service;
  const wakeWorker = () => void woken.push(takeRows(service).jobs.join());
  const watched = await startService({ storage, audio, secrets, wakeWorker });
  const there = takeCalls(watched, token);
  const job = `transcribe-take:${clientId}/${there.takeId}`;
  await there.sendPart(0, recording(1_000));
  await there.close(closing(2));
  expect(woken).toEqual([]);
  await there.close(closing(1));
  expect(woken).toEqual([job]);
  settleTakes(service, "failed");
  await there.retry();
  await there.retry();
  expect(woken).toEqual([job, job]);
  await watched.close();
});

describe("another client's take", () => {
  test("is not found by any call, and stays unchanged", async () => {
    await sendTake(take);
    settleTakes(service, "failed");
    await service.audio.put({ clientId, takeId: take.takeId }, recording(1_000));
    const before = await (await take.find()).text();
    const { token: othersToken } = await service.signIn("Ben's Bikes");
    const others = takeCalls(service, othersToken, take.takeId);
    for (const call of [
      others.find,
      others.hear,
      others.drop,
      others.retry,
      () => others.close(closing(1)),
    ]) {
      await expectFailure(await call(), "NOT_FOUND");
    }
    expect(await (await take.find()).text()).toBe(before);
    expect((await take.hear()).status).toBe(200);
  });

  test("and a client's own with the same id are two takes", async () => {
    await sendTake(take, recording(1_000));
    const { token: othersToken } = await service.signIn("Ben's Bikes");
    const others = takeCalls(service, othersToken, take.takeId);
    expect((await others.sendPart(0, recording(2_000))).status).toBe(200);
    expect((await others.drop()).status).toBe(200);
    expect(await takeIn(await take.find())).toMatchObject({ state: "queued" });
  });
});

describe("where no recording is offered,", () => {
  test("no take is received, and existing ones can be played and deleted", async () => {
    await sendTake(take);
    await service.audio.put({ clientId, takeId: take.takeId }, recording(1_000));
    const { storage, audio, secrets } = service;
    const without = await startService({ storage, audio, secrets, offersRecording: false });
    const there = takeCalls(without, token, take.takeId);
    await expectFailure(await there.sendPart(1, recording(10)), "RECORDING_NOT_OFFERED");
    await expectFailure(await there.close(closing(1)), "RECORDING_NOT_OFFERED");
    expect((await there.find()).status).toBe(200);
    expect((await there.hear()).status).toBe(200);
    expect((await there.drop()).status).toBe(200);
    await without.close();
  });
});

test("an unsupported method on a take is refused by naming the supported ones", async () => {
  const allowed = async (path: string) => {
    const response = await service.call("POST", path, { token, body: {} });
    await expectFailure(response.clone(), "METHOD_NOT_ALLOWED");
    return response.headers.get("allow");
  };
  expect(await allowed(take.path)).toBe("GET, HEAD, PUT, DELETE");
  expect(await allowed(`${take.path}/parts/0`)).toBe("PUT");
  expect(await allowed(`${take.path}/audio`)).toBe("GET, HEAD");
  const elsewhere = await service.call("POST", `${take.path}/elsewhere`, { token, body: {} });
  await expectFailure(elsewhere, "NOT_FOUND");
});

test("a take that was never sent is not found", async () => {
  const unknown = takeCalls(service, token, randomUUID());
  for (const call of [unknown.find, unknown.hear, unknown.drop, unknown.retry]) {
    await expectFailure(await call(), "NOT_FOUND");
  }
  await expectFailure(await unknown.close(closing(1)), "NOT_FOUND");
});
