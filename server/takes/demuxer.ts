import { type AudioKind, audioKind } from "./audio-kind.ts";

/** ffmpeg's names of the formats in which browsers record; ffmpeg gets the name, and guesses nothing. */
const DEMUXERS = { webm: "matroska", mp4: "mov", ogg: "ogg", wav: "wav" } as const satisfies {
  [Kind in AudioKind]: string;
};
export type Demuxer = (typeof DEMUXERS)[AudioKind];

/** By the first bytes of a take, whatever its type says that it is; undefined where they match no format. */
export function demuxerOf(start: Uint8Array): Demuxer | undefined {
  const kind = audioKind(start);
  return kind && DEMUXERS[kind];
}
