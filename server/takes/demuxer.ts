import { type AudioKind, audioKind } from "./audio-kind.ts";

/** ffmpeg's names for the formats in which browsers record; ffmpeg gets the name, so that it does not guess. */
const DEMUXERS = { webm: "matroska", mp4: "mov", ogg: "ogg", wav: "wav" } as const satisfies {
  [Kind in AudioKind]: string;
};
export type Demuxer = (typeof DEMUXERS)[AudioKind];

/** Detected from a recording's first bytes, whatever type it declares; undefined if they match no format. */
export function demuxerOf(start: Uint8Array): Demuxer | undefined {
  const kind = audioKind(start);
  return kind && DEMUXERS[kind];
}
