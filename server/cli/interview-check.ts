import { resolve } from "node:path";
import type { Command } from "commander";
import { builtInInterview } from "#contract/built-in-interview.ts";
import { questionsOf } from "#contract/interview.ts";
import {
  InterviewFileError,
  type Provided,
  readInterviewFile,
} from "../interview-file/read-interview-file.ts";
import { CommandError, command, counted, print } from "./command.ts";

export function interviewCheck(): Command {
  return command({
    name: "check",
    describe: "Check an interview file, and say what it would ask; nothing is changed",
    example: "interview check interview.yaml",
  })
    .argument("<file>", "the file, as FIRSTHAND_INTERVIEW would name it")
    .option("--json", "print the facts as JSON")
    .action((file: string, { json }: { json?: boolean }) => {
      const facts = factsOf(readOrError(resolve(file)));
      print({ file, ...facts }, json, [
        `${file} is in order: ${counted(facts.sections, "section")}, ${counted(facts.questions, "question")}, ${facts.minutes} minutes.`,
        ...(facts.isBuiltIn ? ["It has no sections: the built-in interview is asked."] : []),
      ]);
    });
}

function readOrError(file: string): Provided {
  try {
    return readInterviewFile(file);
  } catch (error) {
    if (!(error instanceof InterviewFileError)) throw error;
    throw new CommandError(error.message);
  }
}

function factsOf({ sections }: Provided) {
  const interview = { sections: sections ?? builtInInterview.sections };
  return {
    isBuiltIn: sections === undefined,
    sections: interview.sections.length,
    questions: questionsOf(interview).length,
    minutes: interview.sections.reduce((sum, { minutes }) => sum + minutes, 0),
  };
}
