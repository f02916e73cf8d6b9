import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removeLeftovers } from "../../server/runtime/work-folder.ts";
import {
  fileOfFfmpeg,
  madeByFfmpeg,
  recordedBy,
  SPOKEN_FILE,
  spokenWav,
} from "../support/data/spoken-take.ts";
import { type FakeOpenai, fakeOpenai } from "../support/peers/fake-openai.ts";
import { type TranscribingService, transcribingService } from "../support/service/transcribing-service.ts";

const WORDS = "the words of the engine";

describe("an unusual or invalid take", () => {
  let service: TranscribingService;
  let clientId: string;
  beforeAll(async () => {
    const command = JSON.stringify(["echo", WORDS, "{wav}"]);
    service = await transcribingService({
      env: { FIRSTHAND_TRANSCRIBER: "command", FIRSTHAND_TRANSCRIBER_COMMAND: command },
    });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    ({ clientId } = await service.signIn());
  });

  const settledFrom = async (sound: Uint8Array) => {
    const name = await service.queueTake(clientId, sound);
    return { ...(await service.settled(name)), copy: await service.audio.size(name) };
  };
  const lavfi = (source: string, ...args: string[]) => madeByFfmpeg(["-f", "lavfi", "-i", source, ...args]);
  const REFUSED = { state: "refused", transcript: null, durationMs: null, copy: undefined };
  const webm = recordedBy("webm");
  /** An MP4 file with its index, which no browser's recorder makes. */
  const indexed = () => fileOfFfmpeg(join(service.folder, "indexed.m4a"), ["-i", SPOKEN_FILE, "-c:a", "aac"]);

  test.each<[string, () => Uint8Array]>([
    ["a text", () => Buffer.from("Dear diary, ".repeat(1_000))],
    ["nothing", () => new Uint8Array()],
    ["a page", () => Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a picture in SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ["a ZIP archive", () => Buffer.from("PK\u0003\u0004".padEnd(9_000, "webm"), "latin1")],
    ["a list of other files", () => Buffer.from("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n")],
    ["the first bytes of a recording alone", () => webm.subarray(0, 100)],
    [
      "a recording's beginning before a text",
      () => Buffer.concat([webm.subarray(0, 40), Buffer.alloc(9_000, "x")]),
    ],
    ["an mp4 whose end, which has its index, is missing", () => indexed().subarray(0, 9_000)],
    [
      "a recording without a sound in it",
      () => lavfi("anullsrc=r=48000", "-t", "0", "-c:a", "libopus", "-f", "webm"),
    ],
    ["a film without sound", () => lavfi("testsrc=d=1", "-c:v", "libvpx", "-f", "webm")],
  ])("is refused, and the server stores nothing of it: %s", async (_name, sound) => {
    expect(await settledFrom(sound())).toEqual(REFUSED);
  });

  test("is refused when it is longer than the maximum, and hours of silence in few bytes take no time", async () => {
    const minute = join(service.folder, "minute.ogg");
    fileOfFfmpeg(minute, [
      "-f",
      "lavfi",
      "-i",
      "anullsrc=r=8000:cl=mono",
      "-t",
      "60",
      "-c:a",
      "libopus",
      "-b:a",
      "500",
    ]);
    const hours = madeByFfmpeg(["-stream_loop", "179", "-i", minute, "-c", "copy", "-f", "ogg"]);
    expect(hours.length).toBeLessThan(10 * 1024 * 1024);
    const began = performance.now();
    expect(await settledFrom(hours)).toEqual(REFUSED);
    expect(performance.now() - began).toBeLessThan(10_000);
  }, 60_000);

  const toFile = (name: string, ...args: string[]) =>
    fileOfFfmpeg(join(service.folder, name), ["-i", SPOKEN_FILE, ...args, "-c:a", "libopus", "-f", "webm"]);
  /** A recording whose header claims that it lasts 100 hours. */
  function boastful(): Buffer {
    const sound = toFile("boastful.webm");
    // the Duration element, eight bytes long (RFC 9559 §5.1.2.10)
    const at = sound.indexOf(Buffer.from([0x44, 0x89, 0x88]));
    sound.writeDoubleBE(360_000_000, at + 3);
    return sound;
  }

  test.each<[string, () => Buffer]>([
    ["in its header", boastful],
    ["by a clock that began 100 hours ago", () => toFile("late.webm", "-output_ts_offset", "360000")],
    [
      "by 100 hours between two words",
      () => toFile("gap.webm", "-af", "asetpts='if(gt(T,2),PTS+360000/TB,PTS)'"),
    ],
  ])("is transcribed for its real length where it claims 100 hours %s", async (_where, made) => {
    const began = performance.now();
    const take = await settledFrom(made());
    expect(take).toMatchObject({ state: "transcribed", transcript: expect.stringContaining(WORDS) });
    expect(Math.round((take.durationMs ?? 0) / 1_000)).toBe(4);
    expect(take.copy).toBeLessThan(60_000);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test("is transcribed up to the point where the connection was cut", async () => {
    const take = await settledFrom(webm.subarray(0, webm.length / 2));
    expect(take).toMatchObject({ state: "transcribed", transcript: expect.stringContaining(WORDS) });
    expect(take.durationMs).toBeGreaterThan(1_000);
    expect(take.durationMs).toBeLessThan(3_000);
  });

  test("is transcribed without its pictures when it is a video", async () => {
    const film = madeByFfmpeg(
      [
        "-f",
        "lavfi",
        "-i",
        "testsrc=d=4",
        "-f",
        "wav",
        "-i",
        "pipe:0",
        "-c:v",
        "libvpx",
        "-c:a",
        "libopus",
        "-f",
        "webm",
      ],
      spokenWav(),
    );
    expect(await settledFrom(film)).toMatchObject({ state: "transcribed" });
  });

  test.each([
    ["silence", "anullsrc=r=48000:cl=mono"],
    ["the noise of a room", "anoisesrc=r=48000:a=0.003"],
    ["hum", "sine=f=50:r=48000"],
  ])("is silent, kept, and not sent to an engine: %s", async (_name, source) => {
    const take = await settledFrom(lavfi(source, "-t", "3", "-c:a", "libopus", "-f", "webm"));
    expect(take).toEqual({
      state: "silent",
      transcript: null,
      durationMs: expect.any(Number),
      copy: expect.any(Number),
    });
  });
});

describe("a transcription engine", () => {
  let engine: FakeOpenai;
  let service: TranscribingService;
  let name: { clientId: string; takeId: string };
  beforeEach(async () => {
    engine = await fakeOpenai();
    service = await transcribingService({
      env: {
        FIRSTHAND_TRANSCRIBER: "openai",
        FIRSTHAND_TRANSCRIBER_URL: engine.url,
        FIRSTHAND_TRANSCRIBER_KEY: "sk-test",
      },
    });
  });
  afterEach(async () => {
    await service.close();
    await engine.close();
  });

  const queue = async () => {
    const { clientId } = await service.signIn();
    name = await service.queueTake(clientId, recordedBy("webm"));
  };
  const state = async () => (await service.storage.takes.findInWork(name))?.state;
  const triedAgainLater = () =>
    expect.poll(() => service.logLines.join(""), { timeout: 10_000 }).toContain("a job is tried again later");

  test("that is down leaves the take waiting and playable, and gets the copy later", async () => {
    engine.answerWith({ status: 503, headers: { "retry-after": "60" } });
    await queue();
    await triedAgainLater();
    expect([await state(), (await service.audio.size(name)) ?? 0]).toEqual(["queued", expect.any(Number)]);
    engine.answerWith({ body: { text: WORDS } });
    service.time.now += 59_000;
    service.worker.wake();
    expect(await state()).toBe("queued");
    service.time.now += 1_000;
    service.worker.wake();
    expect(await service.settled(name)).toMatchObject({ state: "transcribed", transcript: WORDS });
    expect(engine.requests.map(({ seconds }) => Math.round(seconds))).toEqual([4, 4]);
  });

  test("that stays down makes the take a failed one, and a retry transcribes it", async () => {
    engine.answerWith({ status: 500 });
    await queue();
    for (let attempt = 1; attempt < 10; attempt++) {
      await expect
        .poll(() => service.logLines.filter((line) => line.includes("tried again later")).length)
        .toBe(attempt);
      service.time.now += 3_600_000;
      service.worker.wake();
    }
    expect((await service.settled(name)).state).toBe("failed");
    engine.answerWith({ body: { text: WORDS } });
    expect(await service.storage.takes.requeue(name, ["failed"], service.time.now)).toBe("failed");
    service.worker.wake();
    expect(await service.settled(name)).toMatchObject({ state: "transcribed", transcript: WORDS });
  }, 60_000);

  test("that refuses the take makes it a failed one at once", async () => {
    engine.answerWith({ status: 400 });
    await queue();
    expect((await service.settled(name)).state).toBe("failed");
    expect(engine.requests).toHaveLength(1);
  });

  test.each(["", " \n", "[BLANK_AUDIO]"])("that finds no speech (%j) makes the take silent", async (text) => {
    engine.answerWith({ body: { text } });
    await queue();
    expect(await service.settled(name)).toMatchObject({ state: "silent", transcript: null });
  });

  test("still working when the server stops is canceled at once, and called again by the next server", async () => {
    engine.answerWith({ hangs: true });
    await queue();
    await expect.poll(() => engine.requests.length, { timeout: 10_000 }).toBe(1);
    const began = performance.now();
    await service.worker.stop();
    expect(performance.now() - began).toBeLessThan(6_000);
    const [listed] = await service.storage.takes.list(name.clientId);
    expect(listed).toMatchObject({ state: "queued", attempts: 0 });
  });
});

describe("without", () => {
  test("an engine, the server stores a playable take", async () => {
    const service = await transcribingService();
    expect(service.offer).toBe("kept");
    const { clientId } = await service.signIn();
    const name = await service.queueTake(clientId, recordedBy("mp4"));
    expect((await service.settled(name)).state).toBe("not-transcribed");
    expect(await service.audio.size(name)).toBeGreaterThan(0);
    await service.close();
  });

  test("ffmpeg recording is not offered, takes wait, and the log says why in one line", async () => {
    const service = await transcribingService({ path: "/nowhere" });
    expect(service.offer).toBe("none");
    const { clientId } = await service.signIn();
    const name = await service.queueTake(clientId, recordedBy("webm"));
    expect((await service.storage.takes.findInWork(name))?.state).toBe("queued");
    const said = service.logLines.filter((line) => line.includes("recording is not offered"));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('\\"ffmpeg\\" is not there. Install ffmpeg, or name it in FIRSTHAND_FFMPEG');
    await service.close();
  });

  test("a working ffmpeg recording is not offered either", async () => {
    const service = await transcribingService({ env: { FIRSTHAND_FFMPEG: "/bin/false" } });
    expect(service.offer).toBe("none");
    expect(service.logLines.join("")).toContain("/bin/false does not convert sound as it should");
    await service.close();
  });
});

test("a take is not refused or lost when ffmpeg has broken since the start", async () => {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-broken-"));
  const broken = join(folder, "broken");
  const program = join(folder, "ffmpeg");
  const script = `#!/bin/sh\n[ -e ${broken} ] && exit 1\nPATH=${process.env.PATH} exec ffmpeg "$@"\n`;
  writeFileSync(program, script, { mode: 0o700 });
  const service = await transcribingService({ env: { FIRSTHAND_FFMPEG: program } });
  writeFileSync(broken, "");
  const { clientId } = await service.signIn();
  const name = await service.queueTake(clientId, recordedBy("webm"));
  await expect.poll(() => service.logLines.join(""), { timeout: 10_000 }).toContain("tried again later");
  expect((await service.storage.takes.findInWork(name))?.state).toBe("queued");
  rmSync(broken);
  service.time.now += 5_000;
  service.worker.wake();
  expect((await service.settled(name)).state).toBe("not-transcribed");
  await service.close();
  rmSync(folder, { recursive: true });
});

test("files that a killed server left in the data folder are removed at the next start", async () => {
  const service = await transcribingService();
  const left = join(service.folder, "work-abc123");
  mkdirSync(left);
  writeFileSync(join(left, "take.wav"), "somebody's voice");
  const works = () => readdirSync(service.folder).filter((entry) => entry.startsWith("work-"));
  // another server with the same folder may still be using it
  removeLeftovers(service.folder, Date.now(), { isOnlyServer: false });
  expect(works()).toEqual(["work-abc123"]);
  removeLeftovers(service.folder, Date.now() + 4 * 3_600_000, { isOnlyServer: false });
  expect(works()).toEqual([]);
  mkdirSync(left);
  removeLeftovers(service.folder, Date.now(), { isOnlyServer: true });
  expect(works()).toEqual([]);
  await service.close();
});
