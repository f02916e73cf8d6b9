import type { Take } from "#contract/api/calls.ts";
import { TAKE_PART_MAX_BYTES } from "#contract/limits.ts";
import type { Result } from "../api/result.ts";
import { closeTake, loadTake, sendPart } from "../api/takes-api.ts";
import type { KeptTake } from "./kept-takes.ts";

type SendTakeOptions = {
  take: KeptTake;
  sound: Blob;
  /** Called before each part, because the client may have deleted the answer. */
  isWanted: () => boolean;
  /** From 0 to 100. */
  onProgress: (percent: number) => void;
};

/** The take as the server has it now; undefined if it is no longer wanted. */
export type SentTake = Result<Take | undefined>;

/** Tries once to send a take; sends only the parts that the server does not have yet. */
export async function sendTake(token: string, options: SendTakeOptions): Promise<SentTake> {
  const { take, sound, isWanted, onProgress } = options;
  const known = await loadTake(token, take.id);
  if (!known.ok || (known.data && known.data.state !== "receiving")) return known;
  const total = Math.ceil(sound.size / TAKE_PART_MAX_BYTES);
  const there = new Set(known.data?.parts);
  const percentOf = () => Math.floor((there.size / total) * 100);
  for (let part = 0; part < total; part++) {
    onProgress(percentOf());
    if (!isWanted()) return { ok: true, data: undefined };
    if (there.has(part)) continue;
    const sent = await sendPart(token, { takeId: take.id, part, sound: partOf(sound, part) });
    if (!sent.ok) return sent;
    there.add(part);
  }
  onProgress(100);
  return isWanted() ? close(token, take, total) : { ok: true, data: undefined };
}

function partOf(sound: Blob, part: number): Blob {
  const start = part * TAKE_PART_MAX_BYTES;
  return sound.slice(start, start + TAKE_PART_MAX_BYTES, sound.type);
}

function close(token: string, { id, questionId, mimeType, durationMs }: KeptTake, parts: number) {
  return closeTake(token, id, { question: questionId, parts, mimeType, durationMs });
}
