import { TAKE_BITS_PER_SECOND, TAKE_CHUNK_MS } from "#contract/limits.ts";

/** Why there is no microphone, divided by what the client can do about it. */
export type MicrophoneFailure =
  | "not-allowed"
  | "blocked"
  | "not-found"
  | "in-use"
  | "not-supported"
  | "other";

export type TakeSink = {
  /** The next piece of the take, never empty. `mimeType` is the format that the recorder actually uses. */
  onChunk(chunk: Blob, mimeType: string): void;
  /** Called once, after the last piece. */
  onEnd(): void;
};

/** An open microphone. */
export type Microphone = {
  /** Begins a take; returns a function that stops it, or undefined if the browser refuses. */
  record(sink: TakeSink): (() => void) | undefined;
  /** The peak level since about the last call, 0 to 1; undefined if the browser cannot measure it. */
  level(): number | undefined;
  /** Switches the microphone off. Any recording must have been stopped before. */
  close(): void;
};

export type OpenedMicrophone = { ok: true; microphone: Microphone } | { ok: false; cause: MicrophoneFailure };
/** `onLost` is called when the microphone is lost: it was unplugged, or the phone took it, for example for a call. */
export type OpenMicrophone = (onLost: () => void) => Promise<OpenedMicrophone>;

/** The best first. Safari claims WebM from 18.4 on, but its files have no duration and do not play. */
const FORMATS = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];
const FORMATS_OF_WEBKIT = ["audio/mp4", "audio/webm;codecs=opus"];
/** The longest wait for an audio device; Firefox needs up to two seconds to open one. */
const DEVICE_LIMIT_MS = 3_000;
const MUTED_LIMIT_MS = 1_000;
/** 170 ms at 48 kHz, which is longer than the time between two readings of the level. */
const LEVEL_SAMPLES = 8_192;

const CAUSES: { [name: string]: MicrophoneFailure } = {
  NotAllowedError: "not-allowed",
  SecurityError: "blocked",
  NotFoundError: "not-found",
  OverconstrainedError: "not-found",
  NotReadableError: "in-use",
  AbortError: "in-use",
  // the page is not secure, or the request has no constraints
  TypeError: "not-supported",
  NotSupportedError: "not-supported",
};

/** Adapter for MediaRecorder, `getUserMedia` and AudioContext; undefined if the browser cannot record. */
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
      // words spoken before this would be lost while the client sees the time run
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

/**
 * A muted microphone counts as lost, too, unless it is back within a second. Returns a function that stops watching.
 */
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
      // Safari 26 delivers empty pieces
      if (data.size > 0) onChunk(data, recorder.mimeType || data.type);
    };
    // the stop event also comes after an error
    recorder.onstop = onEnd;
    recorder.start(TAKE_CHUNK_MS);
    return () => {
      if (recorder.state !== "inactive") recorder.stop();
    };
  } catch {
    // the recorder refuses the format, or the microphone is gone
    return undefined;
  }
}

type Meter = Pick<Microphone, "level" | "close"> & {
  /** Settles when the device delivers audio, or after `DEVICE_LIMIT_MS`. */
  whenRunning(): Promise<void>;
};
const NO_METER: Meter = { level: () => undefined, close: () => undefined, whenRunning: async () => {} };

function openMeter(Context: typeof AudioContext | undefined, stream: MediaStream): Meter {
  try {
    return Context ? meterOf(new Context(), stream) : NO_METER;
  } catch {
    // browsers limit the number of audio contexts; the recording does not need one
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
      // a context that the browser suspends hears nothing
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
