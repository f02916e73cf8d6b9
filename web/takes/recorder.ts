import { TAKE_BITS_PER_SECOND, TAKE_CHUNK_MS } from "#contract/limits.ts";

/** Why there is no microphone, as far as a client can do something about it. */
export type MicrophoneFailure =
  | "not-allowed"
  | "blocked"
  | "not-found"
  | "in-use"
  | "not-supported"
  | "other";

export type TakeSink = {
  /** The next piece of the take; never an empty one. `mimeType` is what the recorder really makes. */
  onChunk(chunk: Blob, mimeType: string): void;
  /** The last piece is there; comes once. */
  onEnd(): void;
};

/** An open microphone. */
export type Microphone = {
  /** Begins a take; returns what stops it, or nothing where the browser refuses. */
  record(sink: TakeSink): (() => void) | undefined;
  /** The loudest moment since about the last call, 0 to 1; undefined where the browser cannot tell. */
  level(): number | undefined;
  /** Switches it off. What is being recorded must have been stopped before. */
  close(): void;
};

export type OpenedMicrophone = { ok: true; microphone: Microphone } | { ok: false; cause: MicrophoneFailure };
/** `onLost` is called where the microphone is lost: it is unplugged, or the phone takes it, as for a call. */
export type OpenMicrophone = (onLost: () => void) => Promise<OpenedMicrophone>;

/** The best first. Safari claims WebM from 18.4 on, and its files have no length and do not play. */
const FORMATS = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];
const FORMATS_OF_WEBKIT = ["audio/mp4", "audio/webm;codecs=opus"];
/** Nobody waits longer for a sound device; Firefox needs up to two seconds to open one. */
const DEVICE_LIMIT_MS = 3_000;
const MUTED_LIMIT_MS = 1_000;
/** 170 ms at 48 kHz: longer than the time between two looks at the level. */
const LEVEL_SAMPLES = 8_192;

const CAUSES: { [name: string]: MicrophoneFailure } = {
  NotAllowedError: "not-allowed",
  SecurityError: "blocked",
  NotFoundError: "not-found",
  OverconstrainedError: "not-found",
  NotReadableError: "in-use",
  AbortError: "in-use",
  // the page is not secure, or asks for nothing
  TypeError: "not-supported",
  NotSupportedError: "not-supported",
};

/** Undefined where the browser cannot record. Adapter for MediaRecorder, `getUserMedia` and AudioContext. */
export function findMicrophone(
  window: Partial<Pick<typeof globalThis, "MediaRecorder" | "AudioContext">>,
  { mediaDevices, vendor = "" }: Partial<Pick<Navigator, "mediaDevices" | "vendor">>,
): OpenMicrophone | undefined {
  const Recorder = window.MediaRecorder;
  // browsers hide the microphone from pages over plain http
  if (!Recorder || !mediaDevices?.getUserMedia) return undefined;
  const formats = vendor.startsWith("Apple") ? FORMATS_OF_WEBKIT : FORMATS;
  return async (onLost) => {
    try {
      const stream = await mediaDevices.getUserMedia({ audio: true });
      const mimeType = formats.find((format) => Recorder.isTypeSupported(format));
      const meter = openMeter(window.AudioContext, stream);
      const unwatch = watchTracks(stream, onLost);
      // what is said before would not be heard, while the client sees the time run
      await meter.whenRunning();
      return {
        ok: true,
        microphone: {
          level: meter.level,
          record: (sink) => record(() => new Recorder(stream, optionsOf(mimeType)), sink),
          close() {
            unwatch();
            for (const track of stream.getTracks()) track.stop();
            meter.close();
          },
        },
      };
    } catch (error) {
      return { ok: false, cause: causeOf(error) };
    }
  };
}

/** A microphone that hears nothing is lost, too, unless it is back within a second. Returns what ends the watch. */
function watchTracks(stream: MediaStream, onLost: () => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  for (const track of stream.getTracks()) {
    let limit: ReturnType<typeof setTimeout> | undefined;
    const endWait = () => clearTimeout(limit);
    track.addEventListener("ended", onLost, { signal });
    track.addEventListener("mute", () => (limit = setTimeout(onLost, MUTED_LIMIT_MS)), { signal });
    track.addEventListener("unmute", endWait, { signal });
    signal.addEventListener("abort", endWait);
  }
  return () => watching.abort();
}

function optionsOf(mimeType: string | undefined): MediaRecorderOptions {
  return { audioBitsPerSecond: TAKE_BITS_PER_SECOND, ...(mimeType !== undefined && { mimeType }) };
}

function causeOf(error: unknown): MicrophoneFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  return CAUSES[name] ?? "other";
}

function record(make: () => MediaRecorder, { onChunk, onEnd }: TakeSink): (() => void) | undefined {
  try {
    const recorder = make();
    recorder.ondataavailable = ({ data }) => {
      // Safari 26 hands over empty pieces
      if (data.size > 0) onChunk(data, recorder.mimeType || data.type);
    };
    // an error is followed by the stop too
    recorder.onstop = onEnd;
    recorder.start(TAKE_CHUNK_MS);
    return () => {
      if (recorder.state !== "inactive") recorder.stop();
    };
  } catch {
    // it refuses the format, or the microphone has gone
    return undefined;
  }
}

type Meter = Pick<Microphone, "level" | "close"> & {
  /** Settles when the device gives sound, or a while later. */
  whenRunning(): Promise<void>;
};
const NO_METER: Meter = { level: () => undefined, close: () => undefined, whenRunning: async () => {} };

function openMeter(Context: typeof AudioContext | undefined, stream: MediaStream): Meter {
  try {
    return Context ? meterOf(new Context(), stream) : NO_METER;
  } catch {
    // browsers allow only so many of them; the recording does not need one
    return NO_METER;
  }
}

function meterOf(context: AudioContext, stream: MediaStream): Meter {
  const analyser = context.createAnalyser();
  analyser.fftSize = LEVEL_SAMPLES;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(LEVEL_SAMPLES);
  return {
    level() {
      // one that the browser holds back hears nothing
      if (context.state !== "running") return undefined;
      analyser.getFloatTimeDomainData(samples);
      return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
    },
    close: () => void context.close(),
    whenRunning: () => whenRunning(context),
  };
}

async function whenRunning(context: AudioContext): Promise<void> {
  if (context.state === "running") return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const limit = setTimeout(resolve, DEVICE_LIMIT_MS);
  context.onstatechange = () => {
    if (context.state === "running") resolve();
  };
  await promise;
  clearTimeout(limit);
}
