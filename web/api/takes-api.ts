import * as z from "zod/mini";
import { type CloseTakeRequest, type Take, takeSchema } from "#contract/api/calls.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { TAKE_AUDIO_TIMEOUT_MS } from "#contract/limits.ts";
import { call, callForBlob } from "./call.ts";
import type { Result } from "./result.ts";

const anythingSchema = z.unknown();

/** `sound` is the part's audio, in the recorder's format. */
export type TakePart = { takeId: string; part: number; sound: Blob };

export function sendPart(token: string, { takeId, part, sound }: TakePart): Promise<Result<unknown>> {
  return call(endpoints.takePart, {
    params: { takeId, part: String(part) },
    schema: anythingSchema,
    body: sound,
    token,
  });
}

/** Reports that all parts were sent. */
export function closeTake(token: string, takeId: string, body: CloseTakeRequest): Promise<Result<Take>> {
  return call(endpoints.closeTake, { params: { takeId }, schema: takeSchema, body, token });
}

/** What the server knows about a take; undefined if the server does not know the take. */
export async function loadTake(token: string, takeId: string): Promise<Result<Take | undefined>> {
  const loaded = await call(endpoints.take, { params: { takeId }, schema: takeSchema, token });
  const isUnknown = !loaded.ok && loaded.error.code === "NOT_FOUND";
  return isUnknown ? { ok: true, data: undefined } : loaded;
}

/** The audio of a take, in a format that every browser plays. */
export function loadSound(token: string, takeId: string): Promise<Result<Blob>> {
  return callForBlob(endpoints.takeAudio, {
    params: { takeId },
    token,
    headers: { accept: "audio/*" },
    timeoutMs: TAKE_AUDIO_TIMEOUT_MS,
  });
}

/** Requests another transcription of a take. */
export function retryTake(token: string, takeId: string): Promise<Result<unknown>> {
  return call(endpoints.retryTake, { params: { takeId }, schema: anythingSchema, token });
}

/** Deletes a take that no answer uses. */
export function dropTake(token: string, takeId: string): Promise<Result<unknown>> {
  return call(endpoints.dropTake, { params: { takeId }, schema: anythingSchema, token });
}
