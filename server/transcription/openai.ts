import * as z from "zod";
import { operatorEgressPolicy } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import { retryAfterMs } from "../outgoing/retry-after.ts";
import { type OutgoingResponse, sendRequest } from "../outgoing/send-request.ts";
import type { Setting } from "../runtime/setting.ts";
import { takeForm } from "./take-form.ts";
import type { SpeechEngine, Transcriber, TranscriberResult } from "./transcriber.ts";

export type OpenaiOptions = {
  /** The full address, `…/audio/transcriptions`. */
  url: string;
  key: string | undefined;
  model: string;
  /** ISO 639-1; undefined lets the engine detect the language. */
  language: string | undefined;
  timeLimitMs: number;
  lookup: Lookup;
  /** Epoch milliseconds. */
  clock: () => number;
};

const ANSWER_MAX_BYTES = 1024 * 1024;
const RETRY_AFTER_MAX_MS = 3_600_000;
/**
 * Statuses that the audio itself causes. Other refusals (a wrong key, address or model, an empty account) end when the
 * operator corrects the settings, so the recording waits.
 */
const REFUSED = [400, 413, 415, 422];
const answerSchema = z.object({ text: z.string() });
const DEFAULT_URL = "https://api.openai.com/v1";
const DEFAULT_MODEL = "whisper-1";

const settings = {
  transcriberUrl: {
    env: "FIRSTHAND_TRANSCRIBER_URL",
    fallback: DEFAULT_URL,
    describe: "Base address of the transcription API, without /audio/transcriptions, for openai",
    parse: parseServiceUrl,
  } satisfies Setting<string>,
  transcriberKey: {
    env: "FIRSTHAND_TRANSCRIBER_KEY",
    fallback: "none",
    describe: "Key for that address; never printed",
    isSecret: true,
    parse: parseKey,
  } satisfies Setting<string | undefined>,
  transcriberModel: {
    env: "FIRSTHAND_TRANSCRIBER_MODEL",
    fallback: DEFAULT_MODEL,
    describe: "Model to use, for openai",
    parse: (text) => text ?? DEFAULT_MODEL,
  } satisfies Setting<string>,
  transcriberLanguage: {
    env: "FIRSTHAND_TRANSCRIBER_LANGUAGE",
    fallback: "the interview's language; auto if the interview has several",
    describe: "Spoken language, as two letters, for openai; auto detects it",
    parse: parseLanguage,
  } satisfies Setting<string | undefined>,
};

/** Any endpoint that speaks OpenAI's protocol. */
export const openai: SpeechEngine<typeof settings> = {
  remark: "any endpoint that speaks its protocol",
  settings,
  problemsOf: ({ transcriberUrl, transcriberKey }) =>
    transcriberUrl === DEFAULT_URL && !transcriberKey
      ? [
          `${settings.transcriberKey.env}: ${DEFAULT_URL} needs a key. For an engine of your own, set FIRSTHAND_TRANSCRIBER_URL.`,
        ]
      : [],
  sentTo: ({ transcriberUrl }) => new URL(transcriberUrl).hostname,
  open: (values, { timeLimitMs, lookup, clock }) =>
    openaiTranscriber({
      url: `${values.transcriberUrl}/audio/transcriptions`,
      key: values.transcriberKey,
      model: values.transcriberModel,
      language: values.transcriberLanguage === "auto" ? undefined : values.transcriberLanguage,
      timeLimitMs,
      lookup,
      clock,
    }),
};

/** Any endpoint that speaks OpenAI's `audio/transcriptions`. */
export function openaiTranscriber(options: OpenaiOptions): Transcriber {
  const { url, key, timeLimitMs, lookup, clock } = options;
  const reach = operatorEgressPolicy();
  return {
    async transcribe(wav, stopping) {
      try {
        const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeLimitMs)]);
        const { headers, body } = await takeForm(wav, fieldsOf(options));
        const authorization = key && { authorization: `Bearer ${key}` };
        const answer = await sendRequest(
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

function heardFrom(body: Buffer | undefined): TranscriberResult {
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

function refusalOf({ status, headers }: OutgoingResponse, now: number): TranscriberResult {
  const reason = `the transcriber answered ${status}`;
  if (REFUSED.includes(status)) return { kind: "refused", reason };
  const afterMs = retryAfterMs(headers["retry-after"], now);
  return {
    kind: "again",
    reason,
    ...(afterMs !== undefined && { afterMs: Math.min(afterMs, RETRY_AFTER_MAX_MS) }),
  };
}

function again(reason: string): TranscriberResult {
  return { kind: "again", reason: `the transcriber: ${reason}` };
}

function causeOf(error: unknown): string {
  const { name, code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? `${name} (${code})` : name;
}

/** An invalid address is not quoted in the error, because it may contain a key. */
function parseServiceUrl(text = DEFAULT_URL): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new Error(`expected an address such as ${DEFAULT_URL}, with nothing behind its path.`);
  }
  // the address is printed, so it must not contain the key
  if (url.username || url.password) throw new Error("the key belongs into FIRSTHAND_TRANSCRIBER_KEY.");
  return url.href.replace(/\/+$/, "");
}

/** An invalid key is not quoted in the error, because it is still a secret. */
function parseKey(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]+$/.test(text)) {
    throw new Error("expected a key without spaces or line ends.");
  }
  return text;
}

function parseLanguage(text: string | undefined): string | undefined {
  if (text !== undefined && !/^([a-z]{2}|auto)$/.test(text)) {
    throw new Error(`expected two letters such as en, or auto, not "${text}".`);
  }
  return text;
}
