import { dirname } from "node:path";
import * as z from "zod";
import { type ProgramEnd, runProgram } from "../runtime/run-program.ts";
import type { Setting } from "../runtime/setting.ts";
import type { SpeechEngine, Transcriber, TranscriberResult } from "./transcriber.ts";

export type CommandOptions = {
  /** Program and arguments; `{wav}` in an argument stands for the file. */
  command: readonly string[];
  timeLimitMs: number;
  /** The environment of this process; only a few variables are passed on. */
  env: NodeJS.ProcessEnv;
};

const EXPECTED =
  'Expected a list of texts in JSON, with "{wav}" where the file goes, such as ["program","{wav}"].';

const commandSchema = z
  .array(z.string().min(1))
  .refine(([program, ...args]) => program !== undefined && args.some((arg) => arg.includes("{wav}")));

const settings = {
  transcriberCommand: {
    env: "FIRSTHAND_TRANSCRIBER_COMMAND",
    fallback: "none",
    describe: 'Program and arguments as JSON, such as ["program","{wav}"]; it prints the text',
    parse: parseCommand,
  } satisfies Setting<string[] | undefined>,
};

/** Runs a program on this machine. */
export const command: SpeechEngine<typeof settings> = {
  settings,
  problemsOf: ({ transcriberCommand }) =>
    transcriberCommand
      ? []
      : [`${settings.transcriberCommand.env}: FIRSTHAND_TRANSCRIBER=command needs it. ${EXPECTED}`],
  sentTo: () => undefined,
  open: ({ transcriberCommand = [] }, { timeLimitMs, env }) =>
    commandTranscriber({ command: transcriberCommand, timeLimitMs, env }),
};

/** Throws an Error that says what is expected. */
function parseCommand(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const parsed = commandSchema.safeParse(asJson(text));
  if (!parsed.success) throw new Error(EXPECTED);
  return parsed.data;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Five minutes of speech are about 5 kB of text. */
const OUTPUT_MAX_BYTES = 1024 * 1024;
/** What programs need to find themselves and their models; other variables may be secrets. */
const PASSED_ON = ["PATH", "HOME", "TMPDIR"];

/**
 * A program on this machine that prints the transcript. Its standard error is discarded, because engines write the
 * transcript there too.
 */
export function commandTranscriber({ command, timeLimitMs, env }: CommandOptions): Transcriber {
  const passed = Object.fromEntries(PASSED_ON.map((name) => [name, env[name]]));
  return {
    async transcribe(wav, signal) {
      const end = await runProgram({
        command: command.map((argument) => argument.replaceAll("{wav}", () => wav)),
        folder: dirname(wav),
        env: { ...passed, LANG: "C.UTF-8" },
        timeLimitMs,
        outputMaxBytes: OUTPUT_MAX_BYTES,
        errorMaxBytes: 0,
        signal,
      });
      return heardFrom(end);
    },
  };
}

function heardFrom(end: ProgramEnd): TranscriberResult {
  switch (end.kind) {
    case "exited": {
      if (end.code !== 0) return again(`exit code ${end.code}`);
      const text = asText(end.output);
      return text === undefined ? again("its output is not UTF-8") : { kind: "text", text };
    }
    case "killed":
      return again(`killed by ${end.signal}`);
    case "too-slow":
      return again("it took too long");
    case "too-much-output":
      return again("it printed too much");
    case "stopped":
      return again("stopped");
    case "not-started":
      return again(end.reason);
  }
}

function again(reason: string): TranscriberResult {
  return { kind: "again", reason: `the transcriber's command: ${reason}` };
}

function asText(output: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(output);
  } catch {
    return undefined;
  }
}
