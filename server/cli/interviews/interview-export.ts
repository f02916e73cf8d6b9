import { type Command, Option } from "commander";
import { type InterviewDraft, publishableDraft } from "#contract/manage/interview-draft/draft.ts";
import { interviewText } from "../../interview-file/interview-text.ts";
import { CommandError, command, interviewOrError, parseNumber, withInstallation } from "../command.ts";

type Options = { version?: number; draft?: boolean };

export function interviewExport(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "export",
    describe: "Print an interview as an interview file",
    example: "interview export iv_0123456789abcdef0123 > interview.yaml",
  })
    .argument("<interviewId>", 'from "interview list"')
    .addOption(new Option("--version <n>", "an earlier version").argParser(parseVersion))
    .addOption(new Option("--draft", "the unpublished draft").conflicts("version"))
    .action(async (interviewId: string, { version, draft }: Options) => {
      const body = await withInstallation(env, async (installation) => {
        const { name, currentVersion } = await interviewOrError(installation, interviewId);
        const { interviews } = installation.storage;
        const number = version ?? currentVersion;
        if (draft || number === null) {
          const found = await interviews.findDraft(interviewId);
          if (!found) throw new CommandError(`${name} has no draft.`);
          return found.body;
        }
        const found = await interviews.loadBody(interviewId, number);
        if (found === undefined)
          throw new CommandError(`${name} has no version ${number}. The newest is ${currentVersion}.`);
        return found;
      });
      process.stdout.write(interviewText(publishableDraft(body as InterviewDraft)));
    });
}

function parseVersion(text: string): number {
  return parseNumber(text, "Expected the number of a version, such as 2.");
}
