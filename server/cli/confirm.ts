import { createInterface } from "node:readline/promises";
import { shownText } from "#contract/manage/answers/shown-text.ts";
import { CommandError } from "./command.ts";

type Confirmation = { warning: string; question: string; expected: string; refusal: string };

/**
 * Asks on standard error, so that standard output contains only results. Throws CommandError unless `expected` is
 * typed.
 */
export async function confirm({ warning, question, expected, refusal }: Confirmation): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((settle) => terminal.once("close", () => settle("")));
  const typed = await Promise.race([terminal.question(shownText(`${warning}\n${question}: `)), ended]);
  terminal.close();
  if (typed.trim() !== expected) throw new CommandError(refusal);
}
