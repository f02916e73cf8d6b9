import type { Command } from "commander";
import { builtInInterviews } from "../../interview-file/built-in-interviews.ts";
import { interviewText } from "../../interview-file/interview-text.ts";
import { command } from "../command.ts";

export function interviewPrint(): Command {
  return command({
    name: "print",
    describe: "Print the built-in interview, as a start for your own",
    example: "interview print > interview.yaml",
  }).action(() => void process.stdout.write(interviewText(builtInInterviews)));
}
