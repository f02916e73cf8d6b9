import type { Lookup } from "../outgoing/guarded-lookup.ts";
import type { Setting } from "../runtime/setting.ts";

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

/** What a transcriber works with, whatever its engine. */
export type TranscriberMeans = {
  timeLimitMs: number;
  /** Of this process. */
  env: NodeJS.ProcessEnv;
  lookup: Lookup;
  /** Epoch milliseconds. */
  clock: () => number;
};

type EngineSettings = { [name: string]: Setting<unknown> };
/** What each setting was read as. */
export type ValuesOf<Settings extends EngineSettings> = {
  [Name in keyof Settings]: ReturnType<Settings[Name]["parse"]>;
};

/** All that the server knows of an engine. A new engine is a file that exports one of these, and its place in `engines.ts`. */
export type SpeechEngine<Settings extends EngineSettings> = {
  /** Explains the engine's name in the list of engines. */
  remark?: string;
  /** The settings that only this engine reads. */
  settings: Settings;
  /** What is missing from the settings or contradicts them, when this engine is chosen. */
  problemsOf(values: ValuesOf<Settings>): string[];
  /** The host that gets the recordings, for the privacy page; undefined where recordings stay on this machine. */
  sentTo(values: ValuesOf<Settings>): string | undefined;
  open(values: ValuesOf<Settings>, means: TranscriberMeans): Transcriber;
};
