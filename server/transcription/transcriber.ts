import type { Lookup } from "../outgoing/guarded-lookup.ts";
import type { Config } from "../settings/config.ts";
import { commandTranscriber } from "./command.ts";
import { openaiTranscriber } from "./openai.ts";

/** What an engine makes of a take. Reasons are logged: they have no word of a client in them. */
export type Heard =
  /** As the engine wrote it; empty where it heard nobody. */
  | { kind: "text"; text: string }
  /** It may pass later. */
  | { kind: "again"; reason: string; afterMs?: number }
  /** This take will never pass. */
  | { kind: "refused"; reason: string };

/** An engine that turns speech into text: one take, a WAV file of 16 kHz, mono, 16 bits. Never rejects. */
export type Transcriber = {
  /** Ends early, with any outcome, when the signal aborts. */
  transcribe(wav: string, signal: AbortSignal): Promise<Heard>;
};

type Chosen = Pick<
  Config,
  | "transcriber"
  | "transcriberCommand"
  | "transcriberUrl"
  | "transcriberKey"
  | "transcriberModel"
  | "transcriberLanguage"
  | "transcriptionTimeoutSeconds"
>;

/** The one that the provider has chosen; undefined where takes are kept and nothing more. */
export function openTranscriber(
  config: Chosen,
  { env, lookup, clock }: { env: NodeJS.ProcessEnv; lookup: Lookup; clock: () => number },
): Transcriber | undefined {
  const timeLimitMs = config.transcriptionTimeoutSeconds * 1_000;
  switch (config.transcriber) {
    case "none":
      return undefined;
    case "command":
      return commandTranscriber({ command: config.transcriberCommand ?? [], timeLimitMs, env });
    case "openai":
      return openaiTranscriber({
        url: `${config.transcriberUrl}/audio/transcriptions`,
        key: config.transcriberKey,
        model: config.transcriberModel,
        language: config.transcriberLanguage === "auto" ? undefined : config.transcriberLanguage,
        timeLimitMs,
        lookup,
        clock,
      });
  }
}
