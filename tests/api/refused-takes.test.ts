import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  TAKE_MAX_BYTES,
  TAKE_PART_MAX_BYTES,
  TAKE_PARTS_MAX,
  TAKES_PER_CLIENT_MAX,
} from "#contract/limits.ts";
import {
  closing,
  recording,
  type Sound,
  type TakeCalls,
  takeCalls,
  takeIn,
  takeRows,
} from "../support/data/takes.ts";
import { parseRaw, sendRaw } from "../support/peers/raw-http.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

const MIB = 1024 * 1024;

let service: Service;
let token: string;
let clientId: string;
let take: TakeCalls;
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "0" } });
});
beforeEach(async () => {
  ({ token, clientId } = await service.signIn());
  take = takeCalls(service, token);
});
afterAll(() => service.close());

async function expectNothingStored(): Promise<void> {
  await expectFailure(await take.find(), "NOT_FOUND");
  expect(takeRows(service)).toEqual({ takes: 0, parts: 0, pieces: 0, jobs: [] });
}

describe("a body that is not audio is refused, and nothing is stored:", () => {
  test.each<[string, Sound]>([
    ["a text that is called WebM", Buffer.from("Dear diary, ".repeat(100))],
    ["a film that no browser records as sound", Buffer.from("RIFF\0\0\0\0AVI LIST", "latin1")],
    [
      "a picture in SVG",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a ZIP archive", Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), recording(5_000)])],
    ["a page before a recording", Buffer.concat([Buffer.from("<html>"), recording(5_000)])],
    ["a playlist that names other files", Buffer.from("#EXTM3U\nfile:///etc/passwd\n")],
    ["a recording whose beginning is lost", recording(5_000).subarray(100)],
    ["a recording that ends within its first bytes", recording(10)],
    ["nothing but zeros", Buffer.alloc(TAKE_PART_MAX_BYTES)],
  ])("%s", async (_, body) => {
    for (const part of [0, 1]) await expectFailure(await take.sendPart(part, body), "TAKE_NOT_AUDIO");
    await expectNothingStored();
  });
});

test("a take found at closing not to be audio is refused, and nothing of it is stored", async () => {
  const body = Buffer.from("as a failing disk may leave it");
  const part = { clientId, takeId: take.takeId, part: 0, body, sha256: "hash", at: service.time.now };
  await service.storage.takes.receivePart({ ...part, beginsAsAudio: true });
  await expectFailure(await take.close(closing(1)), "TAKE_NOT_AUDIO");
  expect(await takeIn(await take.find())).toMatchObject({ state: "refused", isPlayable: false });
  await expectFailure(await take.close(closing(1)), "TAKE_IN_USE");
  expect(takeRows(service)).toEqual({ takes: 1, parts: 0, pieces: 0, jobs: [] });
  expect((await take.drop()).status).toBe(200);
});

describe("a part of the wrong size is refused, and nothing is stored:", () => {
  test("an empty one", async () => {
    await expectFailure(await take.sendPart(0, new Uint8Array()), "VALIDATION_ERROR");
    await expectNothingStored();
  });

  test("one byte over 64 KiB", async () => {
    await expectFailure(await take.sendPart(0, recording(TAKE_PART_MAX_BYTES + 1)), "BODY_TOO_LARGE");
    await expectNothingStored();
    expect((await take.sendPart(0, recording(TAKE_PART_MAX_BYTES))).status).toBe(200);
    await take.drop();
  });

  test("100 MB with a content length", async () => {
    const answer = parseRaw(await sendRaw(service.url, rawPart(`Content-Length: ${100 * MIB}`)));
    expect([answer.status, answer.body]).toEqual([413, expect.stringContaining("BODY_TOO_LARGE")]);
    await expectNothingStored();
  });

  test("100 MB without a content length, and memory does not grow", async () => {
    const before = process.memoryUsage().rss;
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(MIB, 1), Buffer.from("\r\n")]);
    const answer = parseRaw(await sendUntilRefused(rawPart("Transfer-Encoding: chunked"), chunk, 100));
    expect(answer.status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(40 * MIB);
    await expectNothingStored();
  });

  test("half of the announced bytes, when the device disconnected", async () => {
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    const arriving = once(service.app.server, "request");
    socket.write(Buffer.concat([Buffer.from(rawPart("Content-Length: 40000")), recording(20_000)]));
    const [request] = (await arriving) as [IncomingMessage];
    const gone = once(request, "close");
    socket.destroy();
    await gone.catch(() => undefined);
    await expectNothingStored();
  });
});

describe("a body with a wrong type is refused:", () => {
  test.each([
    "application/json",
    "text/plain",
    "video/webm",
    "application/octet-stream",
    "multipart/form-data; boundary=x",
    "x-audio/webm",
    "audio",
  ])("%s", async (type) => {
    const sent = await take.sendPart(0, recording(100), { "content-type": type });
    await expectFailure(sent, "UNSUPPORTED_MEDIA_TYPE");
    await expectNothingStored();
  });

  test("without a type", async () => {
    const body = recording(100);
    const head = rawPart(`Content-Length: ${body.length}`).replace(/Content-Type:.*\r\n/, "");
    const answer = parseRaw(await sendRaw(service.url, Buffer.concat([Buffer.from(head), body])));
    expect(answer.status).toBe(415);
  });

  test.each(["gzip", "br", "deflate", "x"])("compressed: %s", async (encoding) => {
    const sent = await take.sendPart(0, recording(100), { "content-encoding": encoding });
    await expectFailure(sent, "UNSUPPORTED_MEDIA_TYPE");
    await expectNothingStored();
  });

  test("and no other call accepts audio as its body", async () => {
    const headers = { "content-type": "audio/webm" };
    for (const path of [take.path, "/v1/onboarding"]) {
      const sent = await service.call("PUT", path, { token, body: "sound", headers });
      await expectFailure(sent, "UNSUPPORTED_MEDIA_TYPE");
    }
  });
});

describe("an invalid part number is refused:", () => {
  test.each([
    "-1",
    "1.5",
    String(TAKE_PARTS_MAX + 1),
    "9".repeat(50),
    "01",
    "1e1",
    "0x1",
    "one",
    "%20",
    "NaN",
    "%00",
  ])("%s", async (part) => {
    const { details } = await expectFailure(await take.sendPart(part, recording(100)), "VALIDATION_ERROR");
    expect(details?.map(({ path }) => path)).toEqual(["part"]);
    await expectNothingStored();
  });

  test("and an id that is not a UUID, on every call", async () => {
    for (const id of ["1", "take", "..%2f..", "a".repeat(36), `${take.takeId}0`, "%00"]) {
      const wrong = takeCalls(service, token, id as TakeCalls["takeId"]);
      const answers = [
        await wrong.sendPart(0, recording(100)),
        await wrong.close(closing(1)),
        await wrong.find(),
        await wrong.hear(),
        await wrong.drop(),
        await wrong.retry(),
      ];
      for (const answer of answers) {
        const { details } = await expectFailure(answer, "VALIDATION_ERROR");
        expect(details?.map(({ path }) => path)).toEqual(["takeId"]);
      }
    }
  });
});

describe("closing with invalid values is refused by their path:", () => {
  test.each<[string, object]>([
    ["question", { question: "" }],
    ["question", { question: 7 }],
    ["parts", { parts: 0 }],
    ["parts", { parts: 1.5 }],
    ["parts", { parts: TAKE_PARTS_MAX + 1 }],
    ["mimeType", { mimeType: "text/html" }],
    ["mimeType", { mimeType: "audio/webm\r\nX-Evil: 1" }],
    ["mimeType", { mimeType: `audio/${"x".repeat(200)}` }],
    ["durationMs", { durationMs: -1 }],
    ["durationMs", { durationMs: 86_400_000 }],
    ["more", { more: true }],
  ])("%s: %j", async (path, wrong) => {
    const sent = await take.close({ ...closing(1), ...wrong });
    const { details } = await expectFailure(sent, "VALIDATION_ERROR");
    expect(details?.map((detail) => detail.path)).toEqual([path]);
  });
});

describe("the space is limited:", () => {
  test("a take of 10 MiB", async () => {
    const most = TAKE_MAX_BYTES / TAKE_PART_MAX_BYTES;
    const part = recording(TAKE_PART_MAX_BYTES);
    for (let number = 0; number < most; number++) {
      expect((await take.sendPart(number, part)).status).toBe(200);
    }
    await expectFailure(await take.sendPart(most, Buffer.alloc(1)), "TAKE_TOO_LARGE");
    expect((await take.close(closing(most))).status).toBe(200);
    expect((await take.drop()).status).toBe(200);
  });

  test("500 takes per client, however many others have", async () => {
    await fill((await service.signIn()).clientId);
    await fill(clientId);
    await expectFailure(await take.sendPart(0, recording(100)), "TAKE_QUOTA");
    expect((await take.find()).status).toBe(404);
    expect(takeRows(service)).toMatchObject({ takes: 2 * TAKES_PER_CLIENT_MAX });
  });

  /** Stores as many recordings as one client may have. */
  async function fill(owner: string): Promise<void> {
    const body = recording(100);
    const takes = Array.from({ length: TAKES_PER_CLIENT_MAX }, (_, number) => `take-${number}`);
    const sent = {
      clientId: owner,
      part: 0,
      body,
      sha256: "hash",
      beginsAsAudio: true,
      at: service.time.now,
    };
    await Promise.all(takes.map((takeId) => service.storage.takes.receivePart({ ...sent, takeId })));
  }
});

function rawPart(header: string): string {
  return `PUT ${take.path}/parts/0 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: audio/webm\r\n${header}\r\n\r\n`;
}

/** Sends a chunk up to `times` times, until the server refuses more. Returns the server's answer. */
async function sendUntilRefused(head: string, chunk: Buffer, times: number): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1").on("data", (part: string) => {
    answer += part;
  });
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(head);
  for (let sent = 0; sent < times && socket.writable; sent++) {
    const isTaken = new Promise((resolve) => socket.write(chunk, resolve));
    await Promise.race([isTaken, closed]);
  }
  await closed;
  return answer;
}
