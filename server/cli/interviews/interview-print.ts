import type { Command } from "commander";
import { interviewBody, interviewText, START_HEAD } from "../../interview-file/interview-text.ts";
import { noInterviewFile } from "../../interview-file/read-interview-file.ts";
import { command } from "../command.ts";

export function interviewPrint(): Command {
  return command({
    name: "print",
    describe: "Print the built-in interview, as a start for your own",
    example: "interview print > interview.yaml",
  }).action(
    () => void process.stdout.write(interviewText(interviewBody(noInterviewFile.interviews), START_HEAD)),
  );
}
