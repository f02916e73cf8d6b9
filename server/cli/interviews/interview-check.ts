import { resolve } from "node:path";
import type { Command } from "commander";
import type { Language } from "#contract/languages.ts";
import type { InterviewFileContent } from "../../interview-file/read-interview-file.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import { command, print } from "../command.ts";
import { readFileOrError } from "./read-file.ts";

export function interviewCheck(): Command {
  return command({
    name: "check",
    describe: "Check an interview file and print a summary; changes nothing",
    example: "interview check interview.yaml",
  })
    .argument("<file>", "the interview file")
    .option("--json", "print JSON")
    .action((file: string, { json }: { json?: boolean }) => {
      const facts = factsOf(readFileOrError(resolve(file)));
      print({ file, ...facts }, json, [
        `${file} is valid: ${pluralize(facts.sections, "section")}, ${pluralize(facts.questions, "question")}, ${facts.minutes} minutes, in ${namesOf(facts.languages)}.`,
        ...(facts.isBuiltIn ? ["The file has no sections, so clients get the built-in interview."] : []),
      ]);
    });
}

function namesOf(spoken: Language[]): string {
  const names = new Intl.DisplayNames("en", { type: "language" });
  return new Intl.ListFormat("en").format(spoken.map((language) => names.of(language) ?? language));
}

function factsOf({ interviews, isBuiltIn }: InterviewFileContent) {
  const [interview] = interviews.values();
  const sections = interview?.sections ?? [];
  return {
    isBuiltIn,
    languages: [...interviews.keys()],
    sections: sections.length,
    questions: sections.reduce((sum, { questions }) => sum + questions.length, 0),
    minutes: sections.reduce((sum, { minutes }) => sum + minutes, 0),
  };
}
