import type { Command } from "commander";
import { OPERATOR } from "../../managers/actor.ts";
import { command, counted, interviewOrError, print, withInstallation } from "../command.ts";
import { confirm } from "../confirm.ts";
import { publishedOrError } from "./publish.ts";

type Options = { askSubmitted?: boolean; yes?: boolean; json?: boolean };

export function interviewPublish(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "publish",
    describe: "Publish the draft of an interview as its next version",
    example: "interview publish iv_0123456789abcdef0123 --yes",
  })
    .argument("<interviewId>", 'from "interview list"')
    .option("--ask-submitted", "ask clients who have submitted too; they may have new questions to answer")
    .option("--yes", "publish without a question")
    .option("--json", "print JSON")
    .action(async (interviewId: string, { askSubmitted = false, yes, json }: Options) => {
      const published = await withInstallation(env, async (installation) => {
        const entry = await interviewOrError(installation, interviewId);
        const { underWay, submitted } = await installation.storage.interviews.countWaiting(interviewId);
        const facts = { interviewId, name: entry.name, underWay, submitted };
        if (!yes)
          await confirm({
            warning: `${counted(underWay, "client")} of ${entry.name} will go on with the new version and keep all answers. ${counted(submitted, "client")} submitted and will ${askSubmitted ? "be asked the new version too" : "stay on the version that was submitted"}.`,
            question: 'Type "publish" to publish',
            expected: "publish",
            refusal: "Nothing was published.",
          });
        const version = await publishedOrError(
          installation,
          { ...entry, asksSubmitted: askSubmitted },
          { actor: OPERATOR, at: Date.now() },
        );
        return { ...facts, version };
      });
      print(published, json, [`${published.name}: version ${published.version} is published.`]);
    });
}
