import { command } from "./command.ts";
import { openai } from "./openai.ts";
import type { Transcriber, TranscriberContext, ValuesOf } from "./transcriber.ts";

/** Every engine, by its name in FIRSTHAND_TRANSCRIBER. Settings, checks and the privacy page read this table. */
export const engines = { openai, command };
export const engineSettings = { ...command.settings, ...openai.settings };

export type EngineName = keyof typeof engines;
/** The settings that concern engines. */
export type EngineChoice = ValuesOf<typeof engineSettings> & { transcriber: EngineName | "none" };

export const engineNames = Object.keys(engines) as EngineName[];

export const engineSettingNames = Object.keys(engineSettings) as (keyof typeof engineSettings)[];

export function engineProblems(choice: EngineChoice): string[] {
  return choice.transcriber === "none" ? [] : engines[choice.transcriber].problemsOf(choice);
}

/** The chosen engine; undefined where recordings are stored but not transcribed. */
export function openTranscriber(choice: EngineChoice, means: TranscriberContext): Transcriber | undefined {
  return choice.transcriber === "none" ? undefined : engines[choice.transcriber].open(choice, means);
}
