import { endianness } from "node:os";

/** 16 kHz, mono, 16 bits: what engines expect, and the only format in which we measure. */
export const SAMPLES_PER_SECOND = 16_000;

const HEADER_BYTES = 44;
const CHUNK_HEADER_BYTES = 8;

/** The samples of a WAV file in that format; undefined for any other file. */
export function samplesOf(wav: Buffer): Int16Array | undefined {
  if (wav.toString("latin1", 0, 4) !== "RIFF" || wav.toString("latin1", 8, 12) !== "WAVE") return undefined;
  let at = 12;
  while (at + CHUNK_HEADER_BYTES <= wav.length) {
    const name = wav.toString("latin1", at, at + 4);
    const length = wav.readUInt32LE(at + 4);
    at += CHUNK_HEADER_BYTES;
    if (name === "data") return littleEndian(wav.subarray(at, at + length));
    // chunks start at even offsets
    at += length + (length % 2);
  }
  return undefined;
}

/** Copied, because samples need an even offset, which a Buffer does not guarantee. */
function littleEndian(bytes: Buffer): Int16Array {
  const copy = new Uint8Array(bytes.length - (bytes.length % 2));
  copy.set(bytes.subarray(0, copy.length));
  // Node runs on one big-endian architecture; WAV is little-endian
  if (endianness() === "BE") Buffer.from(copy.buffer).swap16();
  return new Int16Array(copy.buffer);
}

export function durationMsOf(samples: Int16Array): number {
  return Math.round((samples.length * 1_000) / SAMPLES_PER_SECOND);
}

/** A WAV file in that format. */
export function wavOf(samples: Int16Array): Buffer {
  const wav = Buffer.alloc(HEADER_BYTES + samples.length * 2);
  wav.write("RIFF", 0, "latin1");
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write("WAVEfmt ", 8, "latin1");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  wav.writeUInt32LE(SAMPLES_PER_SECOND * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36, "latin1");
  wav.writeUInt32LE(samples.length * 2, 40);
  for (const [place, sample] of samples.entries()) wav.writeInt16LE(sample, HEADER_BYTES + place * 2);
  return wav;
}
