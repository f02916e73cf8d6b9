import { openAsBlob } from "node:fs";
import * as z from "zod";
import { boundedBody } from "../bounded-body.ts";
import { retryAfterMs } from "../retry-after.ts";
import type { Heard, Transcriber } from "./transcriber.ts";

export type OpenaiOptions = {
  /** In full, `…/audio/transcriptions`. */
  url: string;
  key: string | undefined;
  model: string;
  /** ISO 639-1; undefined lets the engine find out. */
  language: string | undefined;
  timeLimitMs: number;
  /** Epoch milliseconds. */
  clock: () => number;
};

const ANSWER_MAX_BYTES = 1024 * 1024;
const RETRY_AFTER_MAX_MS = 3_600_000;
/**
 * What the sound itself is to blame for. The other refusals (a wrong key, address or model, an empty account) end when
 * somebody mends the settings, so a take waits for that.
 */
const REFUSED = [400, 413, 415, 422];
const answerSchema = z.object({ text: z.string() });

/** Any endpoint that speaks OpenAI's `audio/transcriptions`. */
export function openaiTranscriber(options: OpenaiOptions): Transcriber {
  const { url, key, timeLimitMs, clock } = options;
  return {
    async transcribe(wav, signal) {
      try {
        const response = await fetch(url, {
          method: "POST",
          body: await formOf(wav, options),
          headers: { accept: "application/json", ...(key && { authorization: `Bearer ${key}` }) },
          // the sound and the key are for this address and no other
          redirect: "manual",
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]),
        });
        if (response.ok) return await heardFrom(response);
        await response.body?.cancel();
        return refusalOf(response, clock());
      } catch (error) {
        return again(causeOf(error));
      }
    },
  };
}

async function formOf(wav: string, { model, language }: OpenaiOptions): Promise<FormData> {
  const form = new FormData();
  form.set("file", await openAsBlob(wav, { type: "audio/wav" }), "take.wav");
  form.set("model", model);
  form.set("response_format", "json");
  if (language) form.set("language", language);
  return form;
}

async function heardFrom(response: Response): Promise<Heard> {
  const body = await boundedBody(response, ANSWER_MAX_BYTES);
  if (body === undefined) return again("its answer is too long");
  const answer = answerSchema.safeParse(asJson(body.toString("utf8")));
  return answer.success
    ? { kind: "text", text: answer.data.text }
    : again("its answer is not the protocol's");
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf({ status, headers }: Response, now: number): Heard {
  const reason = `the transcriber answered ${status}`;
  if (REFUSED.includes(status)) return { kind: "refused", reason };
  const afterMs = retryAfterMs(headers.get("retry-after"), now);
  return {
    kind: "again",
    reason,
    ...(afterMs !== undefined && { afterMs: Math.min(afterMs, RETRY_AFTER_MAX_MS) }),
  };
}

function again(reason: string): Heard {
  return { kind: "again", reason: `the transcriber: ${reason}` };
}

/** `fetch` says "fetch failed" and has the fault itself as the cause. */
function causeOf(error: unknown): string {
  const { name, cause } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return code ? `${name} (${code})` : name;
}
