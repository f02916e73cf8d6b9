import type { Lookup } from "../outgoing/guarded-lookup.ts";
import type { Setting } from "../runtime/setting.ts";

/** An engine's result for a recording. Reasons are logged, so they contain no words of the client. */
export type TranscriberResult =
  /** The text as the engine wrote it; empty if it heard no speech. */
  | { kind: "text"; text: string }
  /** A temporary failure: a retry may succeed. */
  | { kind: "again"; reason: string; afterMs?: number }
  /** A permanent failure for this recording. */
  | { kind: "refused"; reason: string };

/** A speech-to-text engine. Takes a WAV file of one recording (16 kHz, mono, 16 bits). Never rejects. */
export type Transcriber = {
  /** Ends early, with any result, when the signal aborts. */
  transcribe(wav: string, signal: AbortSignal): Promise<TranscriberResult>;
};

/** What every transcriber gets to work with. */
export type TranscriberContext = {
  timeLimitMs: number;
  /** The environment of this process. */
  env: NodeJS.ProcessEnv;
  lookup: Lookup;
  /** Epoch milliseconds. */
  clock: () => number;
};

type EngineSettings = { [name: string]: Setting<unknown> };
/** The parsed value of each setting. */
export type ValuesOf<Settings extends EngineSettings> = {
  [Name in keyof Settings]: ReturnType<Settings[Name]["parse"]>;
};

/**
 * Everything the server knows about an engine. To add one, export such an object from a new file and list it in
 * `engines.ts`.
 */
export type SpeechEngine<Settings extends EngineSettings> = {
  /** Explains the engine's name in the list of engines. */
  remark?: string;
  /** The settings that only this engine reads. */
  settings: Settings;
  /** Missing or contradictory settings, if this engine is chosen. */
  problemsOf(values: ValuesOf<Settings>): string[];
  /** The host that gets the recordings, for the privacy page; undefined where recordings stay on this machine. */
  sentTo(values: ValuesOf<Settings>): string | undefined;
  open(values: ValuesOf<Settings>, means: TranscriberContext): Transcriber;
};
