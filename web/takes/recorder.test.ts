import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findMicrophone, type TakeSink } from "./recorder.ts";

class FakeTrack extends EventTarget {
  isLive = true;
  stop(): void {
    this.isLive = false;
  }
}

/** Stands in for the browser's recorder; only what the test says happens. */
class FakeMediaRecorder {
  static supported: string[] = [];
  static made: FakeMediaRecorder[] = [];
  static refuses = false;
  static isTypeSupported = (type: string) => FakeMediaRecorder.supported.includes(type);
  mimeType = "";
  state = "inactive";
  ondataavailable: ((event: { data: Blob }) => void) | null = null;
  onstop: (() => void) | null = null;
  readonly options: MediaRecorderOptions;
  timeslice: number | undefined;

  constructor(_stream: MediaStream, options: MediaRecorderOptions) {
    this.options = options;
    FakeMediaRecorder.made.push(this);
  }
  start(timeslice: number): void {
    if (FakeMediaRecorder.refuses) throw new DOMException("No.", "NotSupportedError");
    this.timeslice = timeslice;
    this.state = "recording";
  }
  stop(): void {
    if (this.state === "inactive") throw new DOMException("It has ended", "InvalidStateError");
    this.state = "inactive";
  }
}

/** Stands in for the browser's meter; it hears the level that the test sets. */
class FakeAudioContext {
  static heard = 0;
  static first: AudioContextState = "running";
  static made: FakeAudioContext | undefined;
  state = FakeAudioContext.first;
  onstatechange: (() => void) | null = null;
  constructor() {
    FakeAudioContext.made = this;
  }
  run(): void {
    this.state = "running";
    this.onstatechange?.();
  }
  createAnalyser() {
    return {
      fftSize: 0,
      getFloatTimeDomainData: (samples: Float32Array) => samples.fill(-FakeAudioContext.heard, 7, 8),
    };
  }
  createMediaStreamSource() {
    return { connect: () => undefined };
  }
  async close(): Promise<void> {
    if (this.state === "closed") throw new DOMException("Closed twice", "InvalidStateError");
    this.state = "closed";
  }
}

let tracks: FakeTrack[] = [];

function browser(getUserMedia: () => Promise<unknown>, vendor = "Google Inc.") {
  const window = { MediaRecorder: FakeMediaRecorder, AudioContext: FakeAudioContext };
  return findMicrophone(
    window as unknown as Parameters<typeof findMicrophone>[0],
    { mediaDevices: { getUserMedia }, vendor } as unknown as Navigator,
  );
}

const stream = async () => ({ getTracks: () => tracks });

async function openMicrophone({ vendor = "Google Inc.", onLost = () => {} } = {}) {
  const opened = await browser(stream, vendor)?.(onLost);
  if (!opened?.ok) throw new Error("There is no microphone");
  return opened.microphone;
}

async function record(given?: { vendor: string }) {
  const microphone = await openMicrophone(given);
  const sink = { onChunk: vi.fn(), onEnd: vi.fn() } satisfies TakeSink;
  const stop = microphone.record(sink);
  const recorder = FakeMediaRecorder.made.at(-1);
  if (!recorder || !stop) throw new Error("Nothing is being recorded");
  return { microphone, sink, stop, recorder };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeAudioContext.heard = 0;
  tracks = [new FakeTrack()];
  FakeMediaRecorder.refuses = false;
  FakeMediaRecorder.supported = ["audio/webm;codecs=opus", "audio/mp4"];
  FakeAudioContext.first = "running";
});

afterEach(() => {
  vi.useRealTimers();
});

describe("recording is not offered", () => {
  test("when the browser has no recorder, or hides the microphone over plain http", () => {
    const mediaDevices = { getUserMedia: stream } as unknown as MediaDevices;
    expect(findMicrophone({}, { mediaDevices })).toBeUndefined();
    const window = { MediaRecorder: FakeMediaRecorder } as unknown as Parameters<typeof findMicrophone>[0];
    expect(findMicrophone(window, {})).toBeUndefined();
  });
});

describe("the format", () => {
  test.for([
    ["Google Inc.", ["audio/webm;codecs=opus", "audio/mp4"], "audio/webm;codecs=opus"],
    ["Apple Computer, Inc.", ["audio/webm;codecs=opus", "audio/mp4"], "audio/mp4"],
    ["Apple Computer, Inc.", ["audio/webm;codecs=opus"], "audio/webm;codecs=opus"],
    ["", ["audio/ogg;codecs=opus"], "audio/ogg;codecs=opus"],
    ["", [], undefined],
  ] as const)("of a browser by %j that knows %j is %s", async ([vendor, supported, asked]) => {
    FakeMediaRecorder.supported = [...supported];
    const { recorder } = await record({ vendor });
    expect(recorder.options.mimeType).toBe(asked);
    expect(recorder.options.audioBitsPerSecond).toBe(32_000);
    expect(recorder.timeslice).toBe(750);
  });

  test("is what the recorder reports, not what was requested", async () => {
    const { recorder, sink } = await record();
    recorder.mimeType = "audio/mp4;codecs=mp4a.40.2";
    recorder.ondataavailable?.({ data: new Blob(["sound"]) });
    expect(sink.onChunk).toHaveBeenCalledWith(expect.any(Blob), "audio/mp4;codecs=mp4a.40.2");
  });
});

describe("a take", () => {
  test("has no empty pieces, and all pieces from before the end", async () => {
    const { recorder, sink, stop } = await record();
    recorder.ondataavailable?.({ data: new Blob(["one"]) });
    recorder.ondataavailable?.({ data: new Blob([]) });
    stop();
    expect(sink.onEnd).not.toHaveBeenCalled();
    recorder.ondataavailable?.({ data: new Blob(["two"]) });
    recorder.onstop?.();
    expect(sink.onChunk).toHaveBeenCalledTimes(2);
    expect(sink.onEnd).toHaveBeenCalledOnce();
  });

  test("that has ended on its own can still be stopped", async () => {
    const { recorder, stop } = await record();
    recorder.state = "inactive";
    expect(stop).not.toThrow();
  });

  test("does not need a meter when the browser has no room for one more", async () => {
    const refuse = vi.spyOn(FakeAudioContext.prototype, "createAnalyser").mockImplementation(() => {
      throw new DOMException("Too many", "NotSupportedError");
    });
    const { microphone } = await record();
    expect(microphone.level()).toBeUndefined();
    refuse.mockRestore();
  });

  test("is refused without an exception when the browser rejects the format after all", async () => {
    FakeMediaRecorder.refuses = true;
    const microphone = await openMicrophone();
    expect(microphone.record({ onChunk: vi.fn(), onEnd: vi.fn() })).toBeUndefined();
  });
});

describe("the microphone", () => {
  test("is off after it is closed, and is not reported as lost then", async () => {
    const onLost = vi.fn();
    const microphone = await openMicrophone({ vendor: "", onLost });
    microphone.close();
    tracks[0]?.dispatchEvent(new Event("ended"));
    expect(tracks.map(({ isLive }) => isLive)).toEqual([false]);
    expect(onLost).not.toHaveBeenCalled();
  });

  test("reports when it is lost", async () => {
    const onLost = vi.fn();
    await openMicrophone({ vendor: "", onLost });
    tracks[0]?.dispatchEvent(new Event("ended"));
    expect(onLost).toHaveBeenCalledOnce();
  });

  test("is lost when the phone has muted it for a second, as for a call, and not for less", async () => {
    const onLost = vi.fn();
    const microphone = await openMicrophone({ vendor: "", onLost });
    const [track] = tracks;
    track?.dispatchEvent(new Event("mute"));
    vi.advanceTimersByTime(900);
    track?.dispatchEvent(new Event("unmute"));
    vi.advanceTimersByTime(1_000);
    expect(onLost).not.toHaveBeenCalled();
    track?.dispatchEvent(new Event("mute"));
    vi.advanceTimersByTime(1_000);
    expect(onLost).toHaveBeenCalledOnce();
    track?.dispatchEvent(new Event("mute"));
    microphone.close();
    vi.advanceTimersByTime(1_000);
    expect(onLost).toHaveBeenCalledOnce();
  });

  test("reports how loud the loudest moment was, in either direction", async () => {
    const microphone = await openMicrophone();
    FakeAudioContext.heard = 0.25;
    expect(microphone.level()).toBe(0.25);
    FakeAudioContext.heard = 0;
    expect(microphone.level()).toBe(0);
  });

  test("is open when its device gives audio, which takes a while in Firefox", async () => {
    FakeAudioContext.first = "suspended";
    const opening = openMicrophone();
    const isOpen = vi.fn();
    void opening.then(isOpen);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(isOpen).not.toHaveBeenCalled();
    FakeAudioContext.made?.run();
    expect((await opening).level()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("reports no silence while the browser suspends the meter, or has none", async () => {
    FakeAudioContext.first = "suspended";
    const opening = openMicrophone();
    await vi.advanceTimersByTimeAsync(3_000);
    expect((await opening).level()).toBeUndefined();
    const opened = await findMicrophone(
      { MediaRecorder: FakeMediaRecorder } as unknown as Parameters<typeof findMicrophone>[0],
      { mediaDevices: { getUserMedia: stream } } as unknown as Navigator,
    )?.(() => {});
    expect(opened).toMatchObject({ ok: true });
    if (opened?.ok) expect(opened.microphone.level()).toBeUndefined();
  });
});

describe("a missing microphone", () => {
  test.for([
    ["NotAllowedError", "not-allowed"],
    ["SecurityError", "blocked"],
    ["NotFoundError", "not-found"],
    ["OverconstrainedError", "not-found"],
    ["NotReadableError", "in-use"],
    ["AbortError", "in-use"],
    ["SomethingNewError", "other"],
  ] as const)("for %s is reported as %s", async ([name, cause]) => {
    const open = browser(() => Promise.reject(new DOMException("No.", name)));
    expect(await open?.(() => {})).toEqual({ ok: false, cause });
  });

  test("for a TypeError is reported as a page that cannot record", async () => {
    const open = browser(() => Promise.reject(new TypeError("No secure context")));
    expect(await open?.(() => {})).toEqual({ ok: false, cause: "not-supported" });
  });
});
