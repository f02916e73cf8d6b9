import * as z from "zod";
import { type Answer, ask } from "../outgoing/ask.ts";
import { operatorReach } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import { retryAfterMs } from "../outgoing/retry-after.ts";
import { takeForm } from "./take-form.ts";
import type { Heard, Transcriber } from "./transcriber.ts";

export type OpenaiOptions = {
  /** In full, `…/audio/transcriptions`. */
  url: string;
  key: string | undefined;
  model: string;
  /** ISO 639-1; undefined lets the engine find out. */
  language: string | undefined;
  timeLimitMs: number;
  lookup: Lookup;
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
  const { url, key, timeLimitMs, lookup, clock } = options;
  const reach = operatorReach();
  return {
    async transcribe(wav, stopping) {
      try {
        const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeLimitMs)]);
        const { headers, body } = await takeForm(wav, fieldsOf(options));
        const authorization = key && { authorization: `Bearer ${key}` };
        const answer = await ask(
          {
            url: new URL(url),
            method: "POST",
            headers: { accept: "application/json", ...headers, ...authorization },
            body,
          },
          { reach, lookup, signal, maxBytes: ANSWER_MAX_BYTES },
        );
        if (answer.status >= 200 && answer.status < 300) return heardFrom(await answer.read());
        answer.leave();
        return refusalOf(answer, clock());
      } catch (error) {
        return again(causeOf(error));
      }
    },
  };
}

function fieldsOf({ model, language }: OpenaiOptions): { [name: string]: string } {
  return { model, response_format: "json", ...(language && { language }) };
}

function heardFrom(body: Buffer | undefined): Heard {
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

function refusalOf({ status, headers }: Answer, now: number): Heard {
  const reason = `the transcriber answered ${status}`;
  if (REFUSED.includes(status)) return { kind: "refused", reason };
  const afterMs = retryAfterMs(headers["retry-after"], now);
  return {
    kind: "again",
    reason,
    ...(afterMs !== undefined && { afterMs: Math.min(afterMs, RETRY_AFTER_MAX_MS) }),
  };
}

function again(reason: string): Heard {
  return { kind: "again", reason: `the transcriber: ${reason}` };
}

function causeOf(error: unknown): string {
  const { name, code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? `${name} (${code})` : name;
}
